/**
 * Error of a failed request to a platform. The message is a sentence for users and does not contain the platform's
 * token.
 */
export class PlatformProblem extends Error {
  override readonly name: string = 'PlatformProblem';
  /** Whether the request may succeed if it is repeated. */
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary: boolean) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

/** Error of a request to which a platform did not respond in time. */
export class PlatformTimeout extends PlatformProblem {
  override readonly name = 'PlatformTimeout';

  constructor(message: string) {
    super(message, true);
  }
}
