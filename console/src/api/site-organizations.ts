// Every organization of the instance, for administrators of the site, who need not be members.
import { includedOf } from './included.ts';
import type { Listed } from './list.ts';
import { siteOrganizationList } from './list-specs.ts';
import { list, record } from './query.ts';

export interface SiteOrganization {
  readonly id: string;
  readonly email: string;
  readonly created: string;
  /** The first of them, by username. */
  readonly owners: readonly string[];
  readonly moreOwners: number;
}

export const siteOrganizationsQuery = list('organizations', '/api/v2/admin/organizations', {
  part: 'site',
  spec: siteOrganizationList,
  query: { include: ['owners'] },
  shown: ({ data, included, meta }): Listed<SiteOrganization> => {
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
  },
});

/** The plans that administrators of the site may give. */
export const sitePlansQuery = record('plans', '/api/v2/admin/feature-sets', { part: 'site' })();
