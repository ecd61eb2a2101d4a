import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { instance } from './instance.ts';
import type { Migration } from './migration.ts';
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

/** Compares the steps that have been applied to a database with those that this program knows. */
export const schemaState = (applied: readonly string[]): SchemaState => {
  if (applied.includes(firstUnreleasedStep)) return { pending: [], unknown: [], isUnreleased: true };
  const known = migrations.map(({ name }) => name);
  return {
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
    isUnreleased: false,
  };
};
