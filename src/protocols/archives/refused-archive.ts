/**
 * Thrown if an archive is refused. The message says what is wrong and what to do. Names of files in the message have no
 * control characters.
 */
export class RefusedArchive extends Error {
  override readonly name = 'RefusedArchive';
  /** All errors. The first one is the message. */
  readonly faults: readonly string[];

  constructor(message: string, others: readonly string[] = []) {
    super(message);
    this.faults = [message, ...others];
  }
}
