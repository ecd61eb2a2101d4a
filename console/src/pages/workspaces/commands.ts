// Shell commands that the console suggests for empty lists.
import { boot } from '../../api/boot.ts';

/** Returns a command that creates a workspace through the API. */
export function creationOf(organization: string): string {
  const body = JSON.stringify({ data: { type: 'workspaces', attributes: { name: 'shop' } } });
  const headers = `-H "Authorization: Bearer $TIPSTAFF_TOKEN" -H "Content-Type: application/vnd.api+json"`;
  return `curl ${boot.address}/api/v2/organizations/${organization}/workspaces ${headers} -d '${body}'`;
}

/** Returns a command that evaluates a plan, with or without a workspace. */
export const checkOf = (organization: string, workspace?: string): string => {
  const place = workspace === undefined ? '' : ` --workspace ${workspace}`;
  return `tipstaff check plan.json --organization ${organization}${place} --url ${boot.address}`;
};
