// Every organization of the instance, for administrators of the site, who need not be members.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Resource, read } from './client.ts';
import { includedOf } from './included.ts';
import { type ListSearch, listQuery } from './list.ts';
import { siteOrganizationList } from './list-specs.ts';
import { keyOf } from './query-key.ts';

type Answer = Awaited<ReturnType<typeof readAll>>;

const readAll = (search: ListSearch, signal: AbortSignal) =>
  read(
    api.GET('/api/v2/admin/organizations', {
      signal,
      params: { query: { ...listQuery(siteOrganizationList, search), include: ['owners'] } },
    }),
  );

export interface SiteOrganization {
  readonly id: string;
  readonly email: string;
  readonly created: string;
  /** The first of them, by username. */
  readonly owners: readonly string[];
  readonly moreOwners: number;
}

const shown = ({ data, included, meta }: Answer) => {
  const users = includedOf(included, 'users');
  return {
    meta,
    data: data.map(({ id, attributes, relationships: { owners } }): SiteOrganization => {
      const names = owners.data.flatMap((owner) => users.get(owner.id)?.attributes.username ?? []);
      const total = owners.meta?.count ?? owners.data.length;
      const email = attributes['notification-email'];
      return { id, email, created: attributes['created-at'], owners: names, moreOwners: total - names.length };
    }),
  };
};

export const siteOrganizationsQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('organizations', 'site', search),
    queryFn: async ({ signal }) => shown(await readAll(search, signal)),
    placeholderData: keepPreviousData,
  });

/** The plans that administrators of the site may give. */
export const sitePlansQuery = queryOptions({
  queryKey: keyOf('plans', 'site'),
  queryFn: ({ signal }): Promise<{ readonly data: readonly Resource<'feature-sets'>[] }> =>
    read(api.GET('/api/v2/admin/feature-sets', { signal })),
});
