// Gives teams access to workspaces and projects, with requests to the API.
import type { Answer } from './answer.ts';
import type { Client } from './client.ts';
import { documentOf } from './documents.ts';

/** A team, and the workspace or project to which it gets access. */
type Grant = { readonly team: string } & ({ readonly workspace: string } | { readonly project: string });

/** Returns the document that gives a team access. `attributes` are those besides `access`. */
const grantDocument = (grant: Grant, access: string, attributes: object = {}) => {
  const [place, id] = 'workspace' in grant ? ['workspace', grant.workspace] : ['project', grant.project];
  return documentOf(
    `team-${place}s`,
    { access, ...attributes },
    { team: { data: { type: 'teams', id: grant.team } }, [place]: { data: { type: `${place}s`, id } } },
  );
};

/** Sends a request that gives a team access. */
export const giveAccess = (client: Client, grant: Grant, access: string, attributes: object = {}): Promise<Answer> =>
  client.post('workspace' in grant ? '/team-workspaces' : '/team-projects', grantDocument(grant, access, attributes));
