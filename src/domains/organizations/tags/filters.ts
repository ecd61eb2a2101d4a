import type { Expression, ExpressionBuilder } from 'kysely';
import type { Filter } from '../../../db/filters.ts';
import type { Tables } from '../../../db/tables.ts';
import { canMatch, listedIn } from '../../../kernel/matching.ts';
import type { ListRequest } from '../../../kernel/page.ts';
import { hasAllTags } from './store.ts';

/** A list takes no more tags to filter by. */
const maxFilters = 10;

/**
 * Records with all tags of `filter[tagged][0][key]` and its `[value]`, where an absent value stands for any, and so on; and
 * of a comma-separated list of keys, where `list` is its parameter. `matching` selects the tags of a record that `isWanted`.
 */
export const tagged = <From extends keyof Tables>(
  matching: (eb: ExpressionBuilder<Tables, From>) => Expression<unknown>,
  ...list: readonly string[]
): Filter<From> => ({
  // The first of them is described.
  parameters: [...list, 'filter[tagged][0][key]', 'filter[tagged][0][value]'],
  readAll: (value) =>
    wantedTags(
      value,
      list.flatMap((name) => listedIn(value(name)) ?? []),
    ),
  where: (eb, tags, { engine }) => hasAllTags(engine, tags, matching(eb)),
  isScan: true,
});

/** A JSON array of keys and values. */
function wantedTags(value: NonNullable<ListRequest['value']>, keys: readonly string[]): string | null | undefined {
  const tags = Array.from({ length: maxFilters }, (_each, index) => ({
    key: value(`filter[tagged][${index}][key]`),
    value: value(`filter[tagged][${index}][value]`),
  })).filter(({ key }) => key !== undefined);
  if (!tags.every((tag) => canMatch(tag.key, tag.value))) return null;
  const all = [
    ...tags.map((tag) => ({ ...tag, value: tag.value ?? null })),
    ...keys.map((key) => ({ key, value: null })),
  ];
  return all.length === 0 ? undefined : JSON.stringify(all);
}
