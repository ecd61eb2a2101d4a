// The tags of workspaces and projects. The transaction that changes them has locked the organization.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { invalid } from '../../../jsonapi/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Tags, TagsChange } from './input.ts';
import { maxTags } from './schema.ts';
import {
  deleteTags,
  type EffectiveTagRow,
  inheritedPrefix,
  insertTags,
  type TagRow,
  tagsByIds,
  tagsOf,
} from './store.ts';

/** What has tags: the column that names it, and its identifier. */
export interface Tagged {
  readonly column: keyof typeof tagsOf;
  readonly id: string;
}

/** The tags before and after a change, as audit records have them. */
interface ChangedTags {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

/** The tags behind identifiers, for documents that include them. */
export function findTagsByIds({ database }: Context, ids: readonly string[]): Promise<readonly TagRow[]> {
  return database.rows(tagsByIds, { ids: JSON.stringify(ids) });
}

/** The tags in effect behind identifiers, which tell the inherited ones apart. */
export async function findEffectiveTagsByIds(
  context: Context,
  ids: readonly string[],
): Promise<readonly EffectiveTagRow[]> {
  const ownIds = ids.map((id) => id.replace(inheritedPrefix, ''));
  const rows = new Map((await findTagsByIds(context, ownIds)).map((row) => [row.id, row]));
  return ids.flatMap((id, index) => {
    const row = rows.get(ownIds[index] ?? '');
    return row === undefined ? [] : [{ ...row, isInherited: id !== row.id }];
  });
}

/** Gives a record exactly the tags that `change` makes of those that it has. 422 when there would be too many. */
export async function changeTags(tx: Transaction, tagged: Tagged, change: TagsChange): Promise<ChangedTags> {
  const rows = await tx.rows(tagsOf[tagged.column], { id: tagged.id });
  const before: Tags = new Map(rows.map(({ key, value }) => [key, value]));
  const after = change(before);
  if (after.size > maxTags) throw invalid({ detail: `There can be at most ${maxTags} tags` });
  const isKept = ({ key, value }: Pick<TagRow, 'key' | 'value'>) => after.get(key) === value;
  const added = [...after].filter(([key, value]) => before.get(key) !== value);
  const removed = rows.filter((row) => !isKept(row)).map(({ id }) => id);
  if (removed.length > 0) await deleteTags(tx, removed);
  const rowsToAdd = added.map(([key, value]) => ({
    workspace_id: null,
    project_id: null,
    [tagged.column]: tagged.id,
    id: newId('tb'),
    key,
    value,
  }));
  if (rowsToAdd.length > 0) await insertTags(tx, rowsToAdd);
  return { before: recordOf(before), after: recordOf(after) };
}

/** In the order of the keys, so that equal tags make equal records. */
const recordOf = (tags: Tags): Readonly<Record<string, string>> =>
  Object.fromEntries([...tags].toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** No tags. */
export const none: TagsChange = () => new Map();
/** Those that are there. */
export const unchanged: TagsChange = (tags) => tags;
