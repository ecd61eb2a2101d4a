/** Thrown if a dependency of the service does not answer or is overloaded. The same request may succeed later. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/**
 * Thrown if the database is corrupt. Data that can still be read is not affected, and only an operator can repair the
 * rest.
 */
export class Damaged extends Unavailable {}

/**
 * Thrown if the database answers but does not accept changes: its disk is full or read-only, or it is a standby. The
 * message says which.
 */
export class ReadOnly extends Unavailable {}

/** Thrown if a queue, or the sender's part of it, is full. This is not an error that an operator must fix. */
export class Busy extends Unavailable {
  /** Detail for the client, if it differs from the default advice to try again. */
  readonly detail: string | undefined;

  constructor(message: string, detail?: string, options?: ErrorOptions) {
    super(message, options);
    this.detail = detail;
  }
}

/** Thrown if the process or the database is overloaded, so that requests of all clients are refused. */
export class Overloaded extends Busy {}

/** Thrown if the database connection was lost during a commit, so that it is unknown whether the change happened. */
export class OutcomeUnknown extends Unavailable {
  /** Detail for the client, if it differs from the default advice to check the result. */
  readonly detail: string | undefined;

  constructor(message: string, options: ErrorOptions, detail?: string) {
    super(message, options);
    this.detail = detail;
  }
}
