/** Thrown if a dependency of the service does not answer or is overloaded. The same request may succeed later. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** Thrown if the database is damaged. Some data can still be read, but only an operator can repair the rest. */
export class Damaged extends Unavailable {}

/**
 * Thrown if the database answers but does not accept changes, because its disk is full or read-only, or because it is a
 * standby server. The message contains the reason.
 */
export class ReadOnly extends Unavailable {}

/** Thrown if a queue, or the client's share of it, is full. An operator need not do anything about it. */
export class Busy extends Unavailable {
  /** Message for the client. Undefined if the default message, which advises to try again, is sufficient. */
  readonly detail: string | undefined;

  constructor(message: string, detail?: string, options?: ErrorOptions) {
    super(message, options);
    this.detail = detail;
  }
}

/** Thrown if the process or the database is overloaded. Requests of all clients are refused then. */
export class Overloaded extends Busy {}

/** Thrown if the database connection was lost during a commit. The change may or may not have been made. */
export class OutcomeUnknown extends Unavailable {
  /** Message for the client. Undefined if the default message, which advises to check the result, is sufficient. */
  readonly detail: string | undefined;

  constructor(message: string, options: ErrorOptions, detail?: string) {
    super(message, options);
    this.detail = detail;
  }
}
