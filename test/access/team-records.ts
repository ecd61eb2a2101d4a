// Records of a scene that give a team rights in a workspace or project.
import type { Transaction } from '../../src/db/database.ts';
import type { AccessLevel } from '../../src/domains/organizations/team-access/levels.ts';
import { newId } from '../../src/kernel/ids.ts';
import type { placed } from './callers.ts';

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

/** Access of a team to a workspace or a project. */
interface Granted {
  readonly team_id: string;
  readonly access: AccessLevel;
  readonly workspace_id?: string;
  readonly project_id?: string;
}

/** Gives teams access. Returns the ids of the records. */
const insertAccess = async (tx: Transaction, organization_id: string, granted: readonly Granted[]) => {
  const rest = { runs: null, creates_workspaces: 0, created_by: '{"kind":"system","name":"records"}', created_at: at };
  const rows = granted.map(({ workspace_id = null, project_id = null, ...each }) => {
    const id = newId(workspace_id === null ? 'tprj' : 'tws');
    return { id, organization_id, workspace_id, project_id, ...each, ...rest };
  });
  await tx.run((db) => db.insertInto('team_access').values(rows));
  return rows.map(({ id }) => id);
};

/** Gives a team access to a workspace and to a project. Returns the ids of both records. */
export const insertTeamAccess = async (
  tx: Transaction,
  of: Readonly<Record<'organization_id' | 'team_id' | 'workspace_id' | 'project_id', string>>,
) => {
  const { organization_id, team_id, workspace_id, project_id } = of;
  const [team_workspace_id = '', team_project_id = ''] = await insertAccess(tx, organization_id, [
    { team_id, access: 'read', workspace_id },
    { team_id, access: 'read', project_id },
  ]);
  return { team_workspace_id, team_project_id };
};

/** Gives the teams of the callers with access to a place their levels. */
export const insertAccessOfPlaces = async (
  tx: Transaction,
  of: Readonly<Record<'organization_id' | 'workspace_id' | 'project_id' | 'empty_project_id', string>>,
  teams: Readonly<Record<(typeof placed)[number], string>>,
): Promise<void> => {
  const { organization_id, workspace_id, project_id, empty_project_id } = of;
  await insertAccess(tx, organization_id, [
    { team_id: teams.placeReader, access: 'read', workspace_id },
    { team_id: teams.placePlanner, access: 'write', workspace_id },
    { team_id: teams.placeMaintainer, access: 'maintain', project_id },
    { team_id: teams.placeAdministrator, access: 'admin', workspace_id },
    { team_id: teams.elsewhereAdministrator, access: 'admin', project_id: empty_project_id },
  ]);
};
