// Tags of workspaces and projects. A transaction must lock the organization before it changes tags.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { invalid } from '../../../jsonapi/errors.ts';
import { maxTags } from '../../../jsonapi/tag.ts';
import { newId } from '../../../kernel/ids.ts';
import type { OwnTags, TagsChange } from './input.ts';
import { isBinding, isFlat } from './kind.ts';
import {
  deleteTags,
  type EffectiveTagRow,
  inheritedPrefix,
  insertTags,
  readTags,
  type TaggedColumn,
  type TagRow,
  tagsByIds,
} from './store.ts';

/** A record that has tags: the column that refers to this type of record, and the record's identifier. */
export interface Tagged {
  readonly column: TaggedColumn;
  readonly id: string;
}

/**
 * Tags before and after a change, as audit records show them: an object whose property names are the keys of the tags.
 */
interface ChangedTags {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

/** Returns the tags with these identifiers. Used for the `included` resources of a response. */
export function findTagsByIds({ database }: Context, ids: readonly string[]): Promise<readonly TagRow[]> {
  return database.rows(tagsByIds, { ids: JSON.stringify(ids) });
}

/**
 * Returns the effective tags with these identifiers. The identifier of an inherited tag begins with `inheritedPrefix`.
 */
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

/** Applies a change to a record's tags. Throws 422 if the record would have too many tags. */
export async function changeTags(tx: Transaction, tagged: Tagged, change: TagsChange): Promise<ChangedTags> {
  const rows = await readTags(tx, tagged.column, [tagged.id]);
  const [before, after] = [rows.map(tagOf), tagsIn(change(ownTagsIn(rows)))];
  if (after.length > maxTags)
    throw invalid({
      code: 'limit-reached',
      detail: `A project or a workspace can have at most ${maxTags} tags`,
      params: { limit: maxTags },
    });
  const isIn = (tags: readonly Tag[]) => (tag: Tag) => tags.some((each) => isDeepStrictEqual(each, tag));
  const removed = rows.filter((row) => !isIn(after)(tagOf(row))).map(({ id }) => id);
  if (removed.length > 0) await deleteTags(tx, removed);
  const added = after.filter((tag) => !isIn(before)(tag));
  const rowsToAdd = added.map((tag) => ({
    workspace_id: null,
    project_id: null,
    [tagged.column]: tagged.id,
    id: newId('tb'),
    ...tag,
  }));
  if (rowsToAdd.length > 0) await insertTags(tx, rowsToAdd);
  return { before: recordOf(before), after: recordOf(after) };
}

type Tag = Pick<TagRow, 'key' | 'value' | 'kind'>;

const tagOf = ({ key, value, kind }: TagRow): Tag => ({ key, value, kind });

/** Separates rows into key-value tags and flat tags. A row can be in both groups. */
const ownTagsIn = (rows: readonly TagRow[]): OwnTags => ({
  bindings: new Map(rows.filter(isBinding).map(({ key, value }) => [key, value])),
  flat: new Set(rows.filter(isFlat).map(({ key }) => key)),
});

/**
 * Returns one tag for each key. `kind` says whether clients sent the tag as a flat tag, with a value, or in both forms.
 */
const tagsIn = ({ bindings, flat }: OwnTags): readonly Tag[] =>
  [...flat.union(new Set(bindings.keys()))].map((key) => ({
    key,
    value: bindings.get(key) ?? '',
    kind: !bindings.has(key) ? 'flat' : flat.has(key) ? 'both' : 'binding',
  }));

/** Returns tags as an object for audit records. The keys are sorted, so that equal tags give equal audit records. */
const recordOf = (tags: readonly Tag[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    tags.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ key, value }) => [key, value]),
  );

/** Change that removes all tags. */
export const none: TagsChange = () => ({ bindings: new Map(), flat: new Set() });
/** Change that keeps all tags. */
export const unchanged: TagsChange = (tags) => tags;
