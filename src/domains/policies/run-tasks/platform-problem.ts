/** Failure of a request to a platform. The message is a sentence for people, without the token. */
export class PlatformProblem extends Error {
  override readonly name: string = 'PlatformProblem';
  /** True if another attempt may succeed. */
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary: boolean) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

/** A platform did not answer in time. */
export class PlatformTimeout extends PlatformProblem {
  override readonly name = 'PlatformTimeout';

  constructor(message: string) {
    super(message, true);
  }
}
