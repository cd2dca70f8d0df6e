import { useVirtualizer, type Virtualizer, type VirtualizerOptions } from '@tanstack/react-virtual';
import { useLayoutEffect } from 'react';

type All = VirtualizerOptions<HTMLElement, HTMLElement>;
type Options = Pick<All, 'count' | 'getScrollElement'> &
  Partial<Pick<All, 'enabled' | 'horizontal' | 'overscan' | 'scrollMargin'>> & { size: number | ((index: number) => number) };

/** Of a long list, what is near the eye. `size` is that of every row, or of one. */
export function useVirtual({ size, ...options }: Options): Virtualizer<HTMLElement, HTMLElement> {
  const estimateSize = typeof size === 'number' ? () => size : size;
  // Its answers change in place, which only a compiler that memoises them would miss; none is used here.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({ ...options, estimateSize });
  const fixed = typeof size === 'number' ? size : 0;
  // Sizes once asked for are kept; another size asks again.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useLayoutEffect(() => virtual.measure(), [virtual, fixed]);
  return virtual;
}
