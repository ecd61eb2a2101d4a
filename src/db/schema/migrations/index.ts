import type { Engine } from '../../engine.ts';
import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { auditMemberships } from './audit-memberships.ts';
import { evaluationDigests } from './evaluation-digests.ts';
import { instance } from './instance.ts';
import { listColumns } from './list-columns.ts';
import { digestOf, type Migration, versionOf } from './migration.ts';
import { moduleSummaries } from './module-summaries.ts';
import { moduleUsers } from './module-users.ts';
import { modules } from './modules.ts';
import { organizations } from './organizations.ts';
import { policies } from './policies.ts';
import { replayedChanges } from './replayed-changes.ts';
import { runtime } from './runtime.ts';
import { stagedVersions } from './staged-versions.ts';
import { workspaceModules } from './workspace-modules.ts';

/**
 * All migrations in the order in which they are applied: first the one that creates each domain's tables, then the
 * later changes.
 */
export const migrations: readonly Migration[] = [
  runtime,
  audit,
  instance,
  accounts,
  organizations,
  policies,
  modules,
  replayedChanges,
  stagedVersions,
  evaluationDigests,
  auditMemberships,
  listColumns,
  workspaceModules,
  moduleSummaries,
  moduleUsers,
];

/**
 * Name of a migration that only databases from before the first release contain. No later migration may have this name,
 * because the statements of the migration were replaced.
 */
const unreleasedStep = 'runtime';

/** Whether these migration names are from a database or backup that was created before the first release. */
export const isUnreleased = (names: readonly string[]): boolean => names.includes(unreleasedStep);

/** Message that says how to move data from a database created before the first release to this program. */
export const unreleasedSentence =
  'This database was created before the first release. Run "tipstaff export" with the program that created it, and "tipstaff apply" with this program. Evaluations, the audit trail and passwords are not transferred.';

/** Differences between a database's schema and the schema that this program needs. */
export interface SchemaState {
  /** Names of the migrations that still have to be applied or completed. */
  readonly pending: readonly string[];
  /** Names of the migrations that a newer program has applied and that this program does not know. */
  readonly unknown: readonly string[];
  /** Version of the schema, and version of the oldest program that can use it. */
  readonly version: number;
  readonly oldest: number;
  /** Whether only a newer program can use the database. */
  readonly isTooNew: boolean;
  /** Whether the database was created before the first release, so that it cannot be migrated. */
  readonly isUnreleased: boolean;
  /**
   * Names of the migrations whose statements in this program differ from those that were applied. A released migration
   * must never change.
   */
  readonly changed: readonly string[];
}

/** Returns the version of the schema after all these migrations. */
export const schemaVersion = (steps: readonly Migration[] = migrations): number => Math.max(...steps.map(versionOf));

/** Returns those names that belong to no migration of this program, because a newer program has added them. */
export const unknownSteps = (names: readonly string[], steps: readonly Migration[] = migrations): readonly string[] =>
  names.filter((name) => steps.every((step) => step.name !== name));

/** Progress of an unfinished migration. */
export interface Position {
  /** Number of completed parts of the migration. */
  readonly parts: number;
  /** If the next part is a backfill: key of the last row that was read. */
  readonly after?: string | number | undefined;
}

/**
 * Migration that was applied to a database. In databases from before the first release, all values except the name may
 * be missing.
 */
export interface AppliedStep {
  readonly name: string;
  readonly digest: string | undefined;
  readonly version: number | undefined;
  readonly oldest: number | undefined;
  /** Progress of an unfinished migration. Undefined if the migration is complete. */
  readonly position: Position | undefined;
}

/** All columns are selected with `*`, because a database from before the first release may lack some of them. */
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
 * Compares the migrations applied to a database with those of this program. If the statements of a migration differ,
 * the database cannot be migrated.
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
  // If an applied migration does not record the oldest program that it supports, it supports none.
  const oldest = Math.max(0, ...applied.map((step) => step.oldest ?? Number.POSITIVE_INFINITY));
  return {
    pending,
    unknown,
    version: Math.max(0, ...applied.map(({ version }) => version ?? 0)),
    oldest,
    // If the database has an unknown migration and also lacks a migration of this program, it belongs to another branch
    // of the program.
    isTooNew: oldest > schemaVersion(steps) || (unknown.length > 0 && pending.length > 0),
    isUnreleased: false,
    changed,
  };
};
