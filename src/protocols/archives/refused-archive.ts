/**
 * Thrown if an archive is refused. The message says what is wrong and what to do. Names of files in the message have no
 * control characters.
 */
export class RefusedArchive extends Error {
  override readonly name = 'RefusedArchive';
  /** Messages of all errors in the archive. The first one is also the message of this error. */
  readonly faults: readonly string[];

  constructor(message: string, others: readonly string[] = []) {
    super(message);
    this.faults = [message, ...others];
  }
}
