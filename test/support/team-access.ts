// Gives teams access to single workspaces and projects, without the API.
import { auditedTransaction } from '../../src/domains/audit/audit.ts';
import { newId } from '../../src/kernel/ids.ts';
import { type Home, system, type World } from './world.ts';

export interface Granted {
  readonly team: string;
  readonly workspace?: string;
  readonly project?: string;
  /** Level of access. Defaults to `read`. */
  readonly access?: 'read' | 'plan' | 'write' | 'maintain' | 'admin';
}

/** Gives a team access to a workspace or to a project. */
export const grantAccess = (
  { context }: World,
  { organization }: Home,
  { team, workspace, project, access = 'read' }: Granted,
): Promise<void> =>
  auditedTransaction(context, system, async (tx) => {
    const row = {
      id: newId(workspace === undefined ? 'tprj' : 'tws'),
      organization_id: organization.id,
      team_id: team,
      workspace_id: workspace ?? null,
      project_id: project ?? null,
      access,
      runs: null,
      creates_workspaces: 0,
      created_by: JSON.stringify(system.identity),
      created_at: '2024-01-01T00:00:00.000Z',
    };
    await tx.run((db) => db.insertInto('team_access').values(row));
    return { result: undefined, audit: [] };
  });
