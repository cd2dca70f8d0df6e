/** The nearest address to a name (decisions.md 31): lower case, joined by `-`, at most 64 characters; `nameless` when nothing is left. */
export function idFromName(name: string, nameless = 'team'): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/gu, '-');
  return (
    plain
      .replace(/^[^a-z]+/u, '')
      .slice(0, 64)
      .replace(/[-_]+$/u, '') || nameless
  );
}
