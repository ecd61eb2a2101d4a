import type { Engine } from '../../engine.ts';
import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { instance } from './instance.ts';
import { digestOf, type Migration, versionOf } from './migration.ts';
import { modules } from './modules.ts';
import { organizations } from './organizations.ts';
import { policies } from './policies.ts';
import { runtime } from './runtime.ts';

/** All migrations in the order in which they are applied: one for each domain, then one for each change. */
export const migrations: readonly Migration[] = [runtime, audit, instance, accounts, organizations, policies, modules];

/**
 * Migration that every database from before the first release has. Its statements were replaced, so its name must not
 * be used again.
 */
const unreleasedStep = 'runtime';

/** Whether a database or backup with these migrations was created before the first release. */
export const isUnreleased = (names: readonly string[]): boolean => names.includes(unreleasedStep);

/** Message about a database from before the first release, and how to move its data to this program. */
export const unreleasedSentence =
  'This database was created before the first release. Run "tipstaff export" with the program that created it, and "tipstaff apply" with this program. Evaluations, the audit trail and passwords are not transferred.';

/** Comparison of a database's schema with the schema that this program needs. */
export interface SchemaState {
  /** Migrations that still have to be applied or completed. */
  readonly pending: readonly string[];
  /** Migrations that this program does not know, because a newer program applied them. */
  readonly unknown: readonly string[];
  /** Version of the schema, and version of the oldest program that it supports. */
  readonly version: number;
  readonly oldest: number;
  /** Whether this program is too old for the database. */
  readonly isTooNew: boolean;
  /** Whether the database was created before the first release, so that it cannot be migrated. */
  readonly isUnreleased: boolean;
  /** Migrations that were applied with other statements than those of this program. A migration must never change. */
  readonly changed: readonly string[];
}

/** Returns the schema version that these migrations result in. */
export const schemaVersion = (steps: readonly Migration[] = migrations): number => Math.max(...steps.map(versionOf));

/** Returns the names of migrations that this program does not know because a newer program has added them. */
export const unknownSteps = (names: readonly string[], steps: readonly Migration[] = migrations): readonly string[] =>
  names.filter((name) => steps.every((step) => step.name !== name));

/** Progress of an unfinished migration. */
export interface Position {
  /** Number of completed parts. */
  readonly parts: number;
  /** Key up to which the next part is done, if that part is a backfill. */
  readonly after?: string | number | undefined;
}

/**
 * Migration that was applied to a database. If it is from before the first release, everything except its name may be
 * missing.
 */
export interface AppliedStep {
  readonly name: string;
  readonly digest: string | undefined;
  readonly version: number | undefined;
  readonly oldest: number | undefined;
  /** Undefined if the migration is complete. */
  readonly position: Position | undefined;
}

/** Selects all columns, because a database from before the first release may lack some of them. */
export const readApplied = 'select * from migrations';

const numberOf = (value: unknown): number | undefined => (value == null ? undefined : Number(value));

export const appliedStep = (row: Readonly<Record<string, unknown>>): AppliedStep => ({
  name: String(row.name),
  digest: typeof row.digest === 'string' ? row.digest : undefined,
  version: numberOf(row.version),
  oldest: numberOf(row.oldest),
  position: typeof row.position === 'string' ? JSON.parse(row.position) : undefined,
});

const notUsable = {
  pending: [],
  unknown: [],
  version: 0,
  oldest: 0,
  isTooNew: false,
  isUnreleased: false,
  changed: [],
};

/**
 * Compares the migrations of a database with those of this program. A database cannot be migrated if one of its
 * migrations had other statements.
 */
export const schemaState = (
  applied: readonly AppliedStep[],
  engine: Engine,
  steps: readonly Migration[] = migrations,
): SchemaState => {
  const names = applied.map(({ name }) => name);
  const own = new Map(steps.map((step) => [step.name, digestOf(step, engine)]));
  const known = applied.filter(({ name }) => own.has(name));
  if (isUnreleased(names)) return { ...notUsable, isUnreleased: true };
  const changed = known.filter(({ name, digest }) => own.get(name) !== digest).map(({ name }) => name);
  if (changed.length > 0) return { ...notUsable, changed };
  const done = applied.filter(({ position }) => position === undefined).map(({ name }) => name);
  const unknown = unknownSteps(names, steps).toSorted();
  const pending = [...own.keys()].filter((name) => !done.includes(name));
  // A migration that does not record which programs it supports, supports none.
  const oldest = Math.max(0, ...applied.map((step) => step.oldest ?? Number.POSITIVE_INFINITY));
  return {
    pending,
    unknown,
    version: Math.max(0, ...applied.map(({ version }) => version ?? 0)),
    oldest,
    // A database that has an unknown migration and also lacks one of this program's comes from another branch of the
    // program.
    isTooNew: oldest > schemaVersion(steps) || (unknown.length > 0 && pending.length > 0),
    isUnreleased: false,
    changed,
  };
};
