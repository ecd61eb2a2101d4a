// Override delegations. A delegation permits a team to override evaluations in one workspace or project, if the team
// also has the permission `delegate-policy-overrides`.
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { existing, type Problem, problemAt, requireFewer, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockOrganization } from '../organizations/organizations.ts';
import { teamsOf } from '../organizations/rights.ts';
import { runPlace } from '../workspaces/place.ts';
import { unknownPlaces } from '../workspaces/unknown.ts';
import {
  countDelegations,
  type DelegationRow,
  delegateIn,
  delegationById,
  delegationOf,
  deleteDelegationRow,
  insertDelegation,
} from './store.ts';

const maxDelegations = 1_000;

/**
 * A team, and the workspace or project in which the team may override evaluations. Either `workspace` or `project` is
 * null.
 */
export interface DelegationInput {
  readonly team: string;
  readonly workspace: string | null;
  readonly project: string | null;
}

/**
 * Creates a delegation. 422 if the workspace, project or team does not belong to the organization, if the team already
 * has this delegation, or if the team has the maximum number of delegations.
 */
export function createDelegation(
  context: Context,
  actor: Actor,
  organization: string,
  input: DelegationInput,
): Promise<DelegationRow> {
  return auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, organization);
    requireNone([...(await referenceProblems(tx, organization, input)), ...(await takenProblems(tx, input))]);
    const { id, entry } = await addDelegation(tx, context, actor, { organization, ...input });
    return { result: existing(await tx.first(delegationById, { id })), audit: [entry] };
  });
}

/**
 * Adds a delegation in a transaction that has locked the organization and checked the input. Returns its identifier and
 * its audit entry. 422 if the team has the maximum number of delegations.
 */
export async function addDelegation(
  tx: Transaction,
  context: Context,
  actor: Actor,
  { organization, ...input }: DelegationInput & { readonly organization: string },
): Promise<{ readonly id: string; readonly entry: AuditEntry }> {
  const { team: team_id, workspace: workspace_id, project: project_id } = input;
  const known = await tx.first(countDelegations, { team: team_id });
  requireFewer(known, maxDelegations, `A team can have at most ${maxDelegations} delegations`);
  const id = newId('poldel');
  const by = { created_by: JSON.stringify(actor.identity), created_at: timestamp(context.clock.now()) };
  await insertDelegation(tx, { id, organization_id: organization, team_id, workspace_id, project_id, ...by });
  return { id, entry: { ...entryOf(id, organization, 'create'), after: input } };
}

export function deleteDelegation(context: Context, actor: Actor, { id }: DelegationRow): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => ({
    result: undefined,
    audit: [await deleteExisting(tx, existing(await tx.first(delegationById, { id })))],
  }));
}

/** Removes the delegation with this team and place, if there is one, and returns the audit entries. */
export async function removeDelegation(tx: Transaction, input: DelegationInput): Promise<readonly AuditEntry[]> {
  const { team, workspace, project } = input;
  const known = await tx.first(delegationOf, { team, workspace: workspace ?? '', project: project ?? '' });
  const row = known && (await tx.first(delegationById, known));
  return row === undefined ? [] : [await deleteExisting(tx, row)];
}

async function deleteExisting(tx: Transaction, row: DelegationRow): Promise<AuditEntry> {
  const { id, team_id: team, workspace_id: workspace, project_id: project } = row;
  await deleteDelegationRow(tx, id);
  return { ...entryOf(id, row.organization_id, 'delete'), before: { team, workspace, project } };
}

const entryOf = (id: string, organizationId: string, verb: 'create' | 'delete') => ({
  action: `policy-override-delegation.${verb}`,
  type: 'policy-override-delegations',
  id,
  organizationId,
});

interface Where {
  readonly organization_id: string;
  readonly workspace_id: string | null;
  readonly project_id: string | null;
}

/**
 * Whether one of the actor's teams has both the permission `delegate-policy-overrides` and a delegation for the
 * workspace or its project.
 */
export async function isDelegate(
  reader: Reader,
  actor: Actor,
  { organization_id, workspace_id: workspace, project_id }: Where,
): Promise<boolean> {
  const teams = await teamsOf(reader, actor, organization_id, 'delegate-policy-overrides');
  if (teams.length === 0) return false;
  const { project } = await runPlace(reader, { workspace, project: project_id });
  const place = { workspace: workspace ?? '', project: project?.id ?? '' };
  return (await reader.first(delegateIn, { teams: JSON.stringify(teams), ...place })) !== undefined;
}

async function referenceProblems(
  tx: Transaction,
  organization: string,
  input: DelegationInput,
): Promise<readonly Problem[]> {
  const { workspace, project } = input;
  return [
    ...(await unknownPlaces(tx, organization, input)),
    ...((workspace === null) === (project === null)
      ? [
          problemAt(
            '/data/relationships',
            'invalid',
            'Send either the relationship workspace or the relationship project',
          ),
        ]
      : []),
  ];
}

async function takenProblems(tx: Transaction, input: DelegationInput): Promise<readonly Problem[]> {
  const { team, workspace, project } = input;
  const known = await tx.first(delegationOf, { team, workspace: workspace ?? '', project: project ?? '' });
  const detail = 'The team already has this delegation';
  return known === undefined ? [] : [problemAt('/data/relationships/team/data/id', 'exists', detail)];
}
