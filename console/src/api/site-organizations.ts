// All organizations of the instance, for site administrators. They can see organizations that they are not members of.
import { allRelatedIn } from './included.ts';
import { siteOrganizationList } from './list-specs.ts';
import { list, type RowOf, record } from './query.ts';

/** All organizations. Each row contains one owner, who is the first by username, and the number of other owners. */
export const siteOrganizationsQuery = list('organizations', '/api/v2/admin/organizations', {
  part: 'site',
  spec: siteOrganizationList,
  query: { include: ['owners'] },
  row: ({ id, attributes, relationships: { owners } }, included) => {
    const names = allRelatedIn(included, owners).map((owner) => owner.attributes.username);
    return {
      id,
      email: attributes['notification-email'],
      created: attributes['created-at'],
      owners: names,
      moreOwners: (owners.meta?.count ?? owners.data.length) - names.length,
    };
  },
});

export type SiteOrganization = RowOf<typeof siteOrganizationsQuery>;

/** Subscription plans that site administrators can assign. */
export const sitePlansQuery = record('plans', '/api/v2/admin/feature-sets', { part: 'site' })();
