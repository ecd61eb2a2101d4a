// Forms of tags. A flat tag has only a name, and a binding has a key and a value. Policies do not distinguish them.
import { sql } from 'kysely';
import type { StoredRow } from '../../../db/tables.ts';

type Kinded = Pick<StoredRow<'tag_bindings'>, 'kind'>;

export const isBinding = ({ kind }: Kinded): boolean => kind !== 'flat';
export const isFlat = ({ kind }: Kinded): boolean => kind !== 'binding';

export const isStoredBinding = sql<boolean>`tag_bindings.kind <> 'flat'`;
export const isStoredFlat = sql<boolean>`tag_bindings.kind <> 'binding'`;
