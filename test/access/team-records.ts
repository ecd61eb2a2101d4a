// Records of a scene that give a team rights in a workspace or project.
import type { Transaction } from '../../src/db/database.ts';
import { newId } from '../../src/kernel/ids.ts';

const at = '2026-01-01T00:00:00.000Z';

/** Writes a team's permission to override policy results in a workspace. Returns the permission's id. */
export const insertDelegation = async (
  tx: Transaction,
  { organization_id, team_id, workspace_id }: Readonly<Record<'organization_id' | 'team_id' | 'workspace_id', string>>,
): Promise<string> => {
  const row = { id: newId('poldel'), organization_id, team_id, workspace_id, project_id: null };
  const rest = { created_by: '{"kind":"system","name":"records"}', created_at: at };
  await tx.run((db) => db.insertInto('policy_override_delegations').values({ ...row, ...rest }));
  return row.id;
};

/** Gives a team access to a workspace and to a project. Returns the ids of both records. */
export const insertTeamAccess = async (
  tx: Transaction,
  of: Readonly<Record<'organization_id' | 'team_id' | 'workspace_id' | 'project_id', string>>,
) => {
  const { organization_id, team_id, workspace_id, project_id } = of;
  const ids = { team_workspace_id: newId('tws'), team_project_id: newId('tprj') };
  const rest = { runs: null, creates_workspaces: 0, created_by: '{"kind":"system","name":"records"}', created_at: at };
  const base = { organization_id, team_id, access: 'read' as const, ...rest };
  await tx.run((db) =>
    db.insertInto('team_access').values([
      { id: ids.team_workspace_id, ...base, workspace_id, project_id: null },
      { id: ids.team_project_id, ...base, workspace_id: null, project_id },
    ]),
  );
  return ids;
};
