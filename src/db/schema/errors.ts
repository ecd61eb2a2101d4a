/** Thrown if the database is newer than this program. An older program must not write to it. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';
}

/**
 * Thrown if the database was created before the first release, or by migrations that have changed since. It is not
 * modified.
 */
export class DatabaseTooOld extends Error {
  override readonly name = 'DatabaseTooOld';
}

/** Thrown if the database server does not allow the schema to be created. The message says what to do. */
export class ExtensionRefused extends Error {
  override readonly name = 'ExtensionRefused';
}

/** Thrown if there is no cluster to distribute tables over. The message says what to do. */
export class NotDistributable extends Error {
  override readonly name = 'NotDistributable';
}

/** Thrown if another program has locked, for too long, a table that a migration must change. */
export class DatabaseLocked extends Error {
  override readonly name = 'DatabaseLocked';
  constructor(cause: unknown) {
    super(
      'Another program has kept tables locked for five minutes, so the schema cannot be changed: end its transaction, and start again.',
      { cause },
    );
  }
}
