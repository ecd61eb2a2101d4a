import type { Engine } from '../database.ts';
import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { instance } from './instance.ts';
import { digestOf, type Migration } from './migration.ts';
import { modules } from './modules.ts';
import { organizations } from './organizations.ts';
import { policies } from './policies.ts';
import { runtime } from './runtime.ts';

/** Every step of the schema, in the order in which it is applied: one a domain, and after a release one a change. */
export const migrations: readonly Migration[] = [runtime, audit, instance, accounts, organizations, policies, modules];

/** The first of the steps that made databases before the first release. They have been replaced, and none leads here. */
const firstUnreleasedStep = '0001-foundation';

/** How a database's schema compares with the one that this program needs. */
export interface SchemaState {
  /** The steps that are still to be applied. */
  readonly pending: readonly string[];
  /** Steps that this program does not know: a newer one applied them. */
  readonly unknown: readonly string[];
  /** Whether the database was made before the first release, and cannot be brought up to date. */
  readonly isUnreleased: boolean;
}

/** The steps among these names that this program does not know: a newer one has them. */
export const unknownSteps = (names: readonly string[]): readonly string[] =>
  names.filter((name) => migrations.every((migration) => migration.name !== name));

/** A step that has been applied to a database; a database of an early version has no digests. */
export interface AppliedStep {
  readonly name: string;
  readonly digest: string | undefined;
}

/** Every column: a database from before the first release has no column for digests. */
export const readApplied = 'select * from migrations';

export const appliedStep = ({ name, digest }: Readonly<Record<string, unknown>>): AppliedStep => ({
  name: String(name),
  digest: typeof digest === 'string' ? digest : undefined,
});

/**
 * Compares the steps that have been applied to a database with those that this program knows. Until the first release
 * a step is edited in place, so a database whose step had other statements cannot be brought up to date.
 */
export const schemaState = (applied: readonly AppliedStep[], engine: Engine): SchemaState => {
  const names = applied.map(({ name }) => name);
  const own = new Map(migrations.map((migration) => [migration.name, digestOf(migration, engine)]));
  const hasOtherStatements = applied.some(({ name, digest }) => own.has(name) && own.get(name) !== digest);
  if (names.includes(firstUnreleasedStep) || hasOtherStatements)
    return { pending: [], unknown: [], isUnreleased: true };
  return {
    pending: [...own.keys()].filter((name) => !names.includes(name)),
    unknown: unknownSteps(names),
    isUnreleased: false,
  };
};
