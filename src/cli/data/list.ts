import { type ListQuery, readQuery } from '../../jsonapi/query.ts';
import type { pageOptions } from '../commands/options.ts';
import type { OptionValues } from '../terminal/options.ts';

/** Converts the options of a list command to query parameters of the API. */
export const listQueryOf = (
  options: OptionValues<typeof pageOptions> & { readonly search: string | undefined },
): ListQuery => {
  const query = { q: options.search, 'page[number]': options.page, 'page[size]': options.pageSize };
  const parameters = Object.entries(query).map(([name, value]) => [name, value ?? ''] as const);
  return readQuery({ paginated: true, parameters: ['q'] }, new Map(parameters));
};
