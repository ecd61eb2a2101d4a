/** An archive that is refused. The message says what is wrong and what to do; names in it are quoted safely. */
export class RefusedArchive extends Error {
  override readonly name = 'RefusedArchive';
  /** Everything that is wrong, the message first. */
  readonly faults: readonly string[];

  constructor(message: string, others: readonly string[] = []) {
    super(message);
    this.faults = [message, ...others];
  }
}
