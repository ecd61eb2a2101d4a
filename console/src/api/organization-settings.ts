// Requests for the settings of an organization, for its owners. This file is separate so that it is not part of the
// initial download.
import { organization } from './organizations.ts';
import { type Attributes, deleting, record, tagged, totalOf, updating } from './query.ts';
import { workspaces } from './workspaces.ts';

/** Attributes of an organization to change. Absent attributes keep their values. */
export type OrganizationChanges = Attributes<'patch', typeof organization>;

/** Reads an organization with its entity tag. With the tag, an update cannot overwrite another user's change. */
export const readOrganization = tagged(organization);

export const updateOrganization = updating(organization, 'organizations');

/** Deletes an organization. Its data is removed in the background. */
export const deleteOrganization = deleting(organization);

/** Number of an organization's workspaces. */
export const workspaceCountQuery = record('workspaces', workspaces, {
  part: 'count',
  query: { 'page[size]': 1 },
  shown: totalOf,
});
