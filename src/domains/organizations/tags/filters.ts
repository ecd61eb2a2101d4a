import type { Expression, ExpressionBuilder } from 'kysely';
import type { Filter } from '../../../db/filters.ts';
import type { Tables } from '../../../db/tables.ts';
import { canMatch, listedIn } from '../../../kernel/matching.ts';
import type { ListRequest } from '../../../kernel/page.ts';
import { hasAllTags } from './store.ts';

/** Maximum number of tags that one filter can contain. */
const maxFilters = 10;

/**
 * Filter for records that have all of the given tags. Tags are given as pairs `filter[tagged][0][key]` and
 * `filter[tagged][0][value]`, numbered from 0. If a value is missing, any value matches. Each parameter in `list`
 * contains a comma-separated list of keys. `matching` is a subquery for the tags of a record that satisfy `isWanted`.
 */
export const tagged = <From extends keyof Tables>(
  matching: (eb: ExpressionBuilder<Tables, From>) => Expression<unknown>,
  ...list: readonly string[]
): Filter<From> => ({
  // The API description lists only the parameters with index 0.
  parameters: [...list, 'filter[tagged][0][key]', 'filter[tagged][0][value]'],
  readAll: (value) =>
    wantedTags(
      value,
      list.flatMap((name) => listedIn(value(name)) ?? []),
    ),
  where: (eb, tags, { engine }) => hasAllTags(engine, tags, matching(eb)),
  isScan: true,
});

/**
 * Returns the wanted tags as a JSON array of objects with `key` and `value`. Undefined if the request contains no
 * filter, null if no record can match.
 */
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
