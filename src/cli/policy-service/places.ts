// Workspaces and projects of a service, found by their names.
import { NotChecked } from '../terminal/command.ts';
import type { Home } from './home.ts';

/** The workspaces or projects of the organization. */
export const placesOf = ({ client, params }: Home, type: 'workspaces' | 'projects') =>
  client.all(`/api/v2/organizations/{organization_name}/${type}`, { params, needs: ['name'] });

/** The identifier of a workspace of the organization; throws `NotChecked` where there is none. */
export async function workspaceNamed(home: Home, name: string): Promise<string> {
  const match = (await placesOf(home, 'workspaces')).find(({ attributes }) => attributes.name === name);
  if (match !== undefined) return match.id;
  throw new NotChecked(
    `${home.organization} has no workspace ${name}. "tipstaff workspace list --organization ${home.organization}" lists the names.`,
  );
}

/** The identifier of a project of the organization; throws `NotChecked` where there is none. */
export async function projectNamed(home: Home, name: string): Promise<string> {
  const projects = await placesOf(home, 'projects');
  const match = projects.find(({ attributes }) => attributes.name === name);
  if (match !== undefined) return match.id;
  const names = projects.map(({ attributes }) => attributes.name).join(', ');
  throw new NotChecked(`${home.organization} has no project ${name}: name one of ${names}.`);
}
