// Organization settings for owners. They are in a file of their own to keep them out of the initial load.
import { organization } from './organizations.ts';
import { type Attributes, deleting, record, tagged, totalOf, updating } from './query.ts';
import { workspaces } from './workspaces.ts';

/** Attributes of an organization to change. Absent attributes are left unchanged. */
export type OrganizationChanges = Attributes<'patch', typeof organization>;

/** Reads an organization with its current entity tag, which protects a change from overwriting another one. */
export const readOrganization = tagged(organization);

export const updateOrganization = updating(organization, 'organizations');

/** Deletes an organization. The service removes its data afterwards. */
export const deleteOrganization = deleting(organization);

/** Number of an organization's workspaces. */
export const workspaceCountQuery = record('workspaces', workspaces, {
  part: 'count',
  query: { 'page[size]': 1 },
  shown: totalOf,
});
