/** A dependency of the service does not answer, or is overloaded; the same request may succeed later. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** The database contradicts itself. What it still answers is not affected; only an operator can fix the rest. */
export class Damaged extends Unavailable {}

/**
 * The database answers, and takes no changes: its disk is full or read-only, or it is a copy of another one. The message
 * says which.
 */
export class ReadOnly extends Unavailable {}

/** A queue is full, or the sender's part of it. It is no fault, and nothing that an operator can fix. */
export class Busy extends Unavailable {
  /** Answer to the client, where there is more to say than to try again. */
  readonly detail: string | undefined;

  constructor(message: string, detail?: string, options?: ErrorOptions) {
    super(message, options);
    this.detail = detail;
  }
}

/** The process or the database has too much to do, whoever asks. */
export class Overloaded extends Busy {}

/** The database went away while it committed a change: the change may have happened, or not. */
export class OutcomeUnknown extends Unavailable {
  /** Answer to the client, where there is more to say than to look. */
  readonly detail: string | undefined;

  constructor(message: string, options: ErrorOptions, detail?: string) {
    super(message, options);
    this.detail = detail;
  }
}
