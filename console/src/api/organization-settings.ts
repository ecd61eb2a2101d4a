// Settings that owners change of their organization; apart from what the first load needs.
import { organization } from './organizations.ts';
import { type Attributes, deleting, record, tagged, totalOf, updating } from './query.ts';
import { workspaces } from './workspaces.ts';

/** Changeable attributes of an organization; an absent one stays as it is. */
export type OrganizationChanges = Attributes<'patch', typeof organization>;

/** An organization as it is now, with the entity tag that guards a change. */
export const readOrganization = tagged(organization);

export const updateOrganization = updating(organization, 'organizations');

/** Deletes an organization; what it has is removed afterwards. */
export const deleteOrganization = deleting(organization);

/** Number of workspaces of an organization. */
export const workspaceCountQuery = record('workspaces', workspaces, {
  part: 'count',
  query: { 'page[size]': 1 },
  shown: totalOf,
});
