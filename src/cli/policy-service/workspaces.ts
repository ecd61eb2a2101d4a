// Finds workspaces and projects on a service by name.
import { NotChecked } from '../terminal/command.ts';
import type { OrganizationService } from './organization-service.ts';

export const workspacesOf = ({ client, params }: OrganizationService) =>
  client.all('/api/v2/organizations/{organization_name}/workspaces', { params, needs: ['name'] });

export const projectsOf = ({ client, params }: OrganizationService) =>
  client.all('/api/v2/organizations/{organization_name}/projects', { params, needs: ['name'] });

/** Returns the identifier of the workspace with the given name. Throws `NotChecked` if it does not exist. */
export async function workspaceNamed(service: OrganizationService, name: string): Promise<string> {
  const match = (await workspacesOf(service)).find(({ attributes }) => attributes.name === name);
  if (match !== undefined) return match.id;
  throw new NotChecked(
    `${service.organization} has no workspace ${name}. "tipstaff workspace list --organization ${service.organization}" lists the names.`,
  );
}

/** Returns the identifier of a workspace that is given by its name or identifier. */
export const workspaceIn = async (service: OrganizationService, text: string): Promise<string> =>
  /^ws-\w{16}$/.test(text) ? text : workspaceNamed(service, text);

/** Returns the identifier of the project with the given name. Throws `NotChecked` if it does not exist. */
export async function projectNamed(service: OrganizationService, name: string): Promise<string> {
  const projects = await projectsOf(service);
  const match = projects.find(({ attributes }) => attributes.name === name);
  if (match !== undefined) return match.id;
  const names = projects.map(({ attributes }) => attributes.name).join(', ');
  throw new NotChecked(`${service.organization} has no project ${name}: name one of ${names}.`);
}
