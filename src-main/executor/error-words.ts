/** What a thrown value says, whatever was thrown: reading it must not throw again. */
export function words(error: unknown): string {
  try {
    const said: unknown = error instanceof Error ? error.message : error;
    return String(said).toWellFormed();
  } catch {
    return 'It threw something that says nothing.';
  }
}
