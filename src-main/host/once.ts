/** Most answers remembered. */
const MOST = 1000;

/** Does what a command asks for once: the same command again gets the same answer, as a client that lost it asks. */
export class Once<Answer> {
  readonly #answers = new Map<string, { readonly answer: Answer }>();

  do(commandId: string, work: () => Answer): Answer {
    const known = this.#answers.get(commandId);
    if (known !== undefined) return known.answer;
    const answer = work();
    this.#answers.set(commandId, { answer });
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= MOST) break;
      this.#answers.delete(oldest);
    }
    return answer;
  }
}
