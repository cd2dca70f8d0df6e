import { hasHiddenCharacters } from './shown.ts';

/** Names that Windows keeps for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/iu;
const LONGEST = 80;

/**
 * A file's name for a team, without ending: the team's own name, letters of every script and emoji included, without what file systems
 * refuse or nobody can see (faults.md F4).
 */
export function fileNameOf(name: string): string {
  const plain = [...new Intl.Segmenter('en').segment(name.toWellFormed().normalize('NFC'))]
    .map(({ segment }) => (hasHiddenCharacters(segment) ? ' ' : segment))
    .join('')
    .replaceAll(/[/\\:*?"<>|]+/gu, '-')
    .replaceAll(/\s+/gu, ' ');
  const short = [...new Intl.Segmenter('en').segment(plain)]
    .slice(0, LONGEST)
    .map(({ segment }) => segment)
    .join('');
  const bare = short.replace(/^[\s.-]+|[\s.]+$/gu, '');
  return bare === '' || DEVICE.test(bare) ? 'team' : bare;
}
