/** The database is newer than this program; an older program must not write to it. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';
}

/** The database was made before the first release, or by steps that have changed since; it is left as it is. */
export class DatabaseTooOld extends Error {
  override readonly name = 'DatabaseTooOld';
}

/** The database server does not let the schema be made; the message says what to do. */
export class ExtensionRefused extends Error {
  override readonly name = 'ExtensionRefused';
}

/** There is no cluster to spread tables over; the message says what to do. */
export class NotDistributable extends Error {
  override readonly name = 'NotDistributable';
}

/** Another program has locked a table for too long that the schema needs to change. */
export class DatabaseLocked extends Error {
  override readonly name = 'DatabaseLocked';
  constructor(cause: unknown) {
    super(
      'Another program has kept tables locked for five minutes, so the schema cannot be changed: end its transaction, and start again.',
      { cause },
    );
  }
}
