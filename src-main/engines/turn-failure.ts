/** Why an engine could not answer. The executor saves `turnFailureCode` in the failed turn, and the message beside it (decisions.md 10, 54). */
export class TurnFailure extends Error {
  override readonly name = 'TurnFailure';
  /** One of the attempt codes of spec/graph-and-team.md 1.4. */
  readonly turnFailureCode: string;
  constructor(code: string, message: string) {
    super(message);
    this.turnFailureCode = code;
  }
}
