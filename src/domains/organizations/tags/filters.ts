import { canMatch, type ListQuery } from '../../../jsonapi/query.ts';

/** A list takes no more tags to filter by. */
const maxFilters = 10;

/** Parameters of the filters in the API description: those of the first one. */
export const taggedParameters = ['filter[tagged][0][key]', 'filter[tagged][0][value]'];

/**
 * The tags that a list is filtered by, as a JSON array: `filter[tagged][0][key]` and its `[value]`, where an absent
 * value stands for any. Undefined where one of them matches nothing.
 */
export function wantedTags({ value }: Pick<ListQuery, 'value'>, keys: readonly string[] = []): string | undefined {
  const tagged = Array.from({ length: maxFilters }, (_each, index) => ({
    key: value(`filter[tagged][${index}][key]`),
    value: value(`filter[tagged][${index}][value]`),
  })).filter(({ key }) => key !== undefined);
  if (!tagged.every((tag) => canMatch(tag.key, tag.value))) return undefined;
  const all = [
    ...tagged.map((tag) => ({ ...tag, value: tag.value ?? null })),
    ...keys.map((key) => ({ key, value: null })),
  ];
  return JSON.stringify(all);
}
