/** Thrown if a newer program has migrated the database. An older program must not write to it. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';
}

/**
 * Thrown if the database was created before the first release, or if the statements of its migrations have changed
 * since. The database is not modified.
 */
export class DatabaseTooOld extends Error {
  override readonly name = 'DatabaseTooOld';
}

/** Thrown if PostgreSQL cannot provide an extension that the schema needs. The message says what to do. */
export class ExtensionRefused extends Error {
  override readonly name = 'ExtensionRefused';
}

/**
 * Thrown if tables cannot be distributed, for example because the cluster has no workers. The message says what to do.
 */
export class NotDistributable extends Error {
  override readonly name = 'NotDistributable';
}

/** Thrown if a migration has waited too long for a table that another program has locked. */
export class DatabaseLocked extends Error {
  override readonly name = 'DatabaseLocked';
  constructor(cause: unknown) {
    super(
      'Another program has kept tables locked for five minutes, so the schema cannot be changed: end its transaction, and start again.',
      { cause },
    );
  }
}
