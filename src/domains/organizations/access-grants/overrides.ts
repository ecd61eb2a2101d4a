// Whether a team with access to a workspace or project may also override policies there. This is stored only as a
// delegation of overrides to the team.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { problemAt, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { hasPermission } from '../../../kernel/permissions.ts';
import { organizationRights } from '../access.ts';
import { addDelegation, removeDelegation } from '../delegations/delegations.ts';
import { may, type Rights } from '../organizations/rights.ts';
import type { AccessLevel } from '../team-access/levels.ts';
import type { AccessRow } from './store.ts';

/** Whether a level can include overriding policies. */
export const canOverride = (access: AccessLevel): boolean => access === 'admin' || access === 'custom';

/** Change of the access of a team. `row` is the access after the change. */
interface OverridesChange {
  readonly row: AccessRow;
  /** Rights of the actor in the organization. */
  readonly rights: Rights;
  /** Whether the team is to be able to override policies. Undefined if the request does not say. */
  readonly overrides: boolean | undefined;
  /** Level before the change. Undefined if the team had no access. */
  readonly before: AccessLevel | undefined;
}

/**
 * After a change of access, delegates overrides to the team or removes the delegation, and returns the audit entries.
 * The level `admin` includes overriding only if the actor may delegate overrides. Throws 422 if a request asks for
 * overriding with the level `custom`, and either the actor may not delegate overrides or the team lacks
 * `delegate-policy-overrides`.
 */
export async function setOverrides(
  tx: Transaction,
  context: Context,
  actor: Actor,
  change: OverridesChange,
): Promise<readonly AuditEntry[]> {
  const { row, rights } = change;
  const wanted = wantsOverrides(change);
  if (wanted === false) return removeOverrides(tx, row);
  if (wanted === undefined) return [];
  const mayDelegate =
    row.is_delegated === 1 || may(organizationRights['policy-override-delegations'].create)({ rights });
  if (row.access === 'custom') requireBoth(row, mayDelegate);
  if (row.is_delegated === 1 || !mayDelegate) return [];
  const { organization_id: organization, team_id: team, workspace_id: workspace, project_id: project } = row;
  const { entry } = await addDelegation(tx, context, actor, { organization, team, workspace, project });
  return [entry];
}

/**
 * Removes the delegation of overrides to a team in the workspace or project to which it has access, if there is one.
 * Returns the audit entries.
 */
export function removeOverrides(tx: Transaction, row: AccessRow): Promise<readonly AuditEntry[]> {
  const { team_id: team, workspace_id: workspace, project_id: project } = row;
  return removeDelegation(tx, { team, workspace, project });
}

/** Returns whether overrides are to be delegated to the team; undefined if the delegation is to stay unchanged. */
function wantsOverrides({ row: { access }, overrides, before }: OverridesChange): boolean | undefined {
  if (overrides !== undefined || access === before) return overrides;
  if (access === 'admin') return true;
  return before !== undefined && canOverride(before) ? false : undefined;
}

function requireBoth({ team_permissions, project_id }: AccessRow, mayDelegate: boolean): void {
  const pointer = `/data/attributes/${project_id === null ? '' : 'workspace-access/'}policy-overrides`;
  const problem = (condition: string) =>
    problemAt(pointer, 'forbidden', `Policy overrides can only be true if ${condition}`);
  requireNone([
    ...(mayDelegate ? [] : [problem('you have the permission manage-policy-overrides')]),
    ...(hasPermission(team_permissions, 'delegate-policy-overrides')
      ? []
      : [problem('the team has the permission delegate-policy-overrides')]),
  ]);
}
