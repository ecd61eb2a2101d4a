/** A request to a platform failed. The message is a sentence for users and does not contain the token. */
export class PlatformProblem extends Error {
  override readonly name: string = 'PlatformProblem';
  /** Whether another attempt may succeed. */
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary: boolean) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

/** A platform did not respond in time. */
export class PlatformTimeout extends PlatformProblem {
  override readonly name = 'PlatformTimeout';

  constructor(message: string) {
    super(message, true);
  }
}
