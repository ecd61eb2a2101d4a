// Commands that fill what is empty.
import { boot } from '../../api/boot.ts';

/** The request that registers a workspace, or creates a project. */
export function creationOf(organization: string, type: 'workspaces' | 'projects'): string {
  const body = JSON.stringify({ data: { type, attributes: { name: 'shop' } } });
  const headers = `-H "Authorization: Bearer $TIPSTAFF_TOKEN" -H "Content-Type: application/vnd.api+json"`;
  return `curl ${boot.address}/api/v2/organizations/${organization}/${type} ${headers} -d '${body}'`;
}

/** The command that evaluates a plan, of a workspace where one is named. */
export const checkOf = (organization: string, workspace?: string): string => {
  const place = workspace === undefined ? '' : ` --workspace ${workspace}`;
  return `tipstaff check plan.json --organization ${organization}${place} --url ${boot.address}`;
};
