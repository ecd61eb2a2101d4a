import { foundation } from './0001-foundation.ts';
import { policies } from './0002-policies.ts';
import type { Migration } from './migration.ts';

/** Every step of the schema, in the order in which it is applied. */
export const migrations: readonly Migration[] = [foundation, policies];
