import type { Engine } from '../../engine.ts';
import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { instance } from './instance.ts';
import { digestOf, type Migration, versionOf } from './migration.ts';
import { modules } from './modules.ts';
import { organizations } from './organizations.ts';
import { policies } from './policies.ts';
import { runtime } from './runtime.ts';

/** Every step of the schema, in the order in which it is applied: one a domain, and then one a change. */
export const migrations: readonly Migration[] = [runtime, audit, instance, accounts, organizations, policies, modules];

/** A step that every database from before the first release has. Its steps were replaced, so no step may have its name again. */
const unreleasedStep = 'runtime';

/** True if a database, or a backup of one, with these steps was made before the first release. */
export const isUnreleased = (names: readonly string[]): boolean => names.includes(unreleasedStep);

/** Says that a database was made before the first release, and how to move to this program. */
export const unreleasedSentence =
  'This database was made before the first release. Run "tipstaff export" of the program that made it, and "tipstaff apply" here; evaluations, audit trail and passwords do not come along.';

/** Comparison of the schema of a database with the one that this program needs. */
export interface SchemaState {
  /** The steps that are still to be applied, or to be finished. */
  readonly pending: readonly string[];
  /** Steps that this program does not know: a newer one applied them. */
  readonly unknown: readonly string[];
  /** The version of the schema, and of the oldest program that may serve it. */
  readonly version: number;
  readonly oldest: number;
  /** True if this program is too old for the database. */
  readonly isTooNew: boolean;
  /** True if the database was made before the first release, and cannot be brought up to date. */
  readonly isUnreleased: boolean;
  /** Steps that were applied with other statements than this program has: a step never changes. */
  readonly changed: readonly string[];
}

/** The version of the schema that these steps lead to. */
export const schemaVersion = (steps: readonly Migration[] = migrations): number => Math.max(...steps.map(versionOf));

/** The steps among these names that this program does not know: a newer one has them. */
export const unknownSteps = (names: readonly string[], steps: readonly Migration[] = migrations): readonly string[] =>
  names.filter((name) => steps.every((step) => step.name !== name));

/** Progress of a step that has not been finished. */
export interface Position {
  /** Number of its parts that are done. */
  readonly parts: number;
  /** The key up to which the next part, a backfill, is done. */
  readonly after?: string | number | undefined;
}

/** A step that has been applied to a database; one from before the first release may lack everything but its name. */
export interface AppliedStep {
  readonly name: string;
  readonly digest: string | undefined;
  readonly version: number | undefined;
  readonly oldest: number | undefined;
  /** Undefined once it is done. */
  readonly position: Position | undefined;
}

/** Every column: a database from before the first release may have fewer. */
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
 * Compares the steps that have been applied to a database with those that this program knows. A database whose step had
 * other statements cannot be brought up to date.
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
  // A step that does not say which programs it still serves, serves none.
  const oldest = Math.max(0, ...applied.map((step) => step.oldest ?? Number.POSITIVE_INFINITY));
  return {
    pending,
    unknown,
    version: Math.max(0, ...applied.map(({ version }) => version ?? 0)),
    oldest,
    // A database with a newer step that lacks one of this program's is of another line.
    isTooNew: oldest > schemaVersion(steps) || (unknown.length > 0 && pending.length > 0),
    isUnreleased: false,
    changed,
  };
};
