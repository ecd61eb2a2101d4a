// Every organization of the instance, for administrators of the site, who need not be members.
import { allRelatedIn } from './included.ts';
import { siteOrganizationList } from './list-specs.ts';
import { list, type RowOf, record } from './query.ts';

/** The organizations, each with the first of its owners by username, and the number of the others. */
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

/** The plans that administrators of the site may give. */
export const sitePlansQuery = record('plans', '/api/v2/admin/feature-sets', { part: 'site' })();
