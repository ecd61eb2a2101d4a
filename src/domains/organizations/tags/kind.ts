// The two kinds of tags: flat ones, known by name only, and bindings of a key to a value. In effect they are alike.
import { sql } from 'kysely';
import type { StoredRow } from '../../../db/tables.ts';

type Row = StoredRow<'tag_bindings'>;
type Kinded = Pick<Row, 'kind' | 'value' | 'workspace_id'>;

/** A tag from before kinds were kept: only workspaces have flat ones, and these have no value. */
export const kindOf = ({ kind, value, workspace_id }: Kinded): NonNullable<Row['kind']> =>
  kind ?? (value === '' && workspace_id !== null ? 'flat' : 'binding');

export const isBinding = (row: Kinded): boolean => kindOf(row) !== 'flat';
export const isFlat = (row: Kinded): boolean => kindOf(row) !== 'binding';

const storedKind = sql`coalesce(tag_bindings.kind,
  case when tag_bindings.value = '' and tag_bindings.workspace_id is not null then 'flat' else 'binding' end)`;

export const isStoredBinding = sql<boolean>`${storedKind} <> 'flat'`;
export const isStoredFlat = sql<boolean>`${storedKind} <> 'binding'`;
