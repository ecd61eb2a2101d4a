// Creates, locks and cancels evaluations. The plan is evaluated in job.ts.
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { attributeProblem, existing, invalid, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor, Identity } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { Busy } from '../../../lib/errors/unavailable.ts';
import { shortened, visibleLine } from '../../../lib/text/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import {
  authorOf,
  findWorkspaceId,
  isIncluded,
  type RecordAccess,
  requireEntitlement,
  unknownPlaces,
  withAbility,
} from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import { accountFor } from '../account-store.ts';
import { type Creator, creatorFrom } from '../parties.ts';
import { workspaceProblems } from './requirements.ts';
import {
  deleteChunks,
  type EvaluationRow,
  evaluationById,
  insertEvaluation,
  lockedEvaluation,
  updateEvaluation,
} from './store.ts';
import { evaluationsWithoutPlan } from './waiting-queries.ts';

/** Input for creating an evaluation. */
export interface NewEvaluation {
  readonly run: object;
  readonly tags: readonly { readonly key: string; readonly value: string }[];
  readonly workspace: string | null;
  /** Name of the workspace; an alternative to the workspace's identifier. */
  readonly workspaceName?: string | undefined;
  readonly project: string | null;
  readonly source: EvaluationRow['source'];
}

/**
 * Organization of an evaluation and the policy set to evaluate. If no policy set is given, all applicable sets are
 * evaluated.
 */
export interface EvaluationTarget {
  readonly organizationId: string;
  readonly policySetId: string | null;
  /** Whether the creator has a right that makes the evaluation count for its workspace. */
  readonly countsForWorkspace: boolean;
}

/** Organization and policy set of a new evaluation, and the rights of its creator in the organization. */
type OwnTarget = Omit<EvaluationTarget, 'countsForWorkspace'> & Pick<RecordAccess<unknown>, 'rights'>;

interface WorkspaceOfTarget {
  readonly organization_id: string;
  readonly workspace_id: string | null;
}

const mayCountForWorkspace = isIncluded(policyRights['policy-evaluations']['count-for-workspace'], {
  'place-planner': withAbility('plan', (place: WorkspaceOfTarget) => place),
});

const day = 86_400_000;

/**
 * Maximum time in ms that an evaluation waits for its plan to be uploaded, and time in ms for which its outcomes are
 * stored.
 */
const waitingTime = day;
export const retentionTime = 90 * day;

/**
 * Maximum number of an organization's evaluations that wait for their plans, and maximum number of those that one
 * creator created.
 */
const [maxWithoutPlan, maxOfCreator] = [1_000, 100];

/**
 * Creates an evaluation, whose plan the client uploads afterwards. 422 if the workspace or the project does not belong
 * to the organization. Throws `Busy` if too many evaluations of the creator or of the organization wait for their
 * plans. Callers may give a workspace name even if they may not see workspaces.
 */
export async function createEvaluation(
  context: Context,
  actor: Actor,
  { organizationId, policySetId, rights }: OwnTarget,
  input: NewEvaluation,
): Promise<EvaluationRow> {
  await requireEntitlement(context, organizationId, 'policy-enforcement');
  const workspace = await workspaceIn(context.database, organizationId, input);
  const place = { organization_id: organizationId, workspace_id: workspace };
  const countsForWorkspace = await mayCountForWorkspace(context, actor, { row: place, rights });
  const target = { organizationId, policySetId, countsForWorkspace };
  return auditedTransaction(context, actor, async (tx) => {
    const result = await addEvaluation(tx, context, target, { ...input, workspace, creator: creatorFrom(actor) });
    await requireFewWithoutPlan(tx, organizationId, actor.identity);
    const after = { 'policy-set': policySetId, workspace, project: input.project, source: input.source };
    const entry = { action: 'policy-evaluation.create', type: 'policy-evaluations', id: result.id, organizationId };
    return { result, audit: [{ ...entry, after }] };
  });
}

async function workspaceIn(
  reader: Reader,
  organization: string,
  { workspace, workspaceName }: NewEvaluation,
): Promise<string | null> {
  if (workspaceName === undefined) return workspace;
  if (workspace !== null) {
    const detail = 'Workspace name cannot be combined with the relationship workspace: send only one of them';
    throw invalid(attributeProblem('workspace-name', 'invalid', detail));
  }
  const id = await findWorkspaceId(reader, organization, workspaceName);
  if (id !== undefined) return id;
  const detail = `There is no workspace ${workspaceName} in this organization. Correct the name, or ask somebody who manages workspaces to create the workspace.`;
  throw invalid(attributeProblem('workspace-name', 'no-such-record', detail));
}

/**
 * Adds an evaluation that `creator` created. 422 if the workspace or the project does not belong to the organization,
 * or if the organization requires a workspace and none is given.
 */
export async function addEvaluation(
  tx: Transaction,
  { clock }: Context,
  { organizationId, policySetId, countsForWorkspace }: EvaluationTarget,
  input: NewEvaluation & { readonly creator: Creator },
): Promise<EvaluationRow> {
  // The insert references the organization's row and waits while another transaction has locked that row. Joining the
  // organization's queue first limits how many database connections such waiting transactions occupy.
  tx.queueFor(organizationId);
  requireNone([
    ...(await unknownPlaces(tx, organizationId, input)),
    ...(await workspaceProblems(tx, organizationId, input.workspace)),
  ]);
  const now = clock.now();
  const [id, created_at] = [newId('poleval'), timestamp(now)];
  await insertEvaluation(tx, {
    id,
    organization_id: organizationId,
    policy_set_id: policySetId,
    scope: policySetId === null ? 'organization' : 'policy-set',
    source: input.source,
    workspace_id: input.workspace,
    project_id: input.project,
    status: 'pending',
    status_timestamps: '{}',
    run: JSON.stringify(input.run),
    run_message: lineOf(input.run, 'message'),
    run_commit: lineOf(input.run, 'commit_sha'),
    tags: JSON.stringify(input.tags),
    created_by: JSON.stringify(input.creator),
    ...(await authorOf(tx, organizationId, input.run)),
    account: await accountFor(tx, organizationId, input.creator),
    counts_for_workspace: countsForWorkspace && input.source === 'plan' ? 1 : 0,
    created_at,
    updated_at: created_at,
    expires_at: timestamp(now + waitingTime),
  });
  return existing(await tx.first(evaluationById, { id }));
}

/** Maximum length in characters of a text from the description of a run that lists show. */
const maxLine = 200;

/** Returns the first line of a text from the description of a run; null if the value is not a text. */
function lineOf(run: object, name: string): string | null {
  const text = Reflect.get(run, name);
  const [line = ''] = typeof text === 'string' ? text.trim().split('\n') : [];
  return line === '' ? null : shortened(visibleLine(line), maxLine);
}

/** Throws `Busy` if too many evaluations, including the one just added, wait for their plans. */
async function requireFewWithoutPlan(tx: Transaction, organization: string, identity: Identity): Promise<void> {
  const creator = 'id' in identity ? identity.id : '';
  const { total = 0, own = 0 } = (await tx.first(evaluationsWithoutPlan, { organization, creator })) ?? {};
  if (own > maxOfCreator) throw tooMany(`${maxOfCreator} evaluations that you created`);
  if (total > maxWithoutPlan) throw tooMany(`${maxWithoutPlan} evaluations of the organization`);
}

const tooMany = (which: string) =>
  new Busy(
    'too many evaluations wait for their plans',
    `${which} are waiting for their plans, which is the maximum. Upload plans, cancel evaluations, or repeat the request later: an evaluation without a plan is deleted after a day.`,
  );

/** Locks an evaluation until the transaction ends; 404 if the evaluation does not exist. */
export async function lockEvaluation(tx: Transaction, id: string): Promise<EvaluationRow> {
  return existing(await lockedEvaluation(tx, id));
}

/** Returns the column values that change the status of an evaluation or a replay at the current time. */
export function statusChange<Status extends string>(
  { status_timestamps }: Pick<EvaluationRow, 'status_timestamps'>,
  status: Status,
  now: number,
) {
  const [at, timestamps] = [timestamp(now), JSON.parse(status_timestamps)];
  return { status, status_timestamps: JSON.stringify({ ...timestamps, [`${status}-at`]: at }), updated_at: at };
}

/** Values of the columns `run` and `tags` if the client's description of the run is not stored. */
export const withoutRun = { run: '{}', tags: '[]' } as const;

/** Cancels a pending or running evaluation and deletes its plan. 422 if the evaluation has finished. */
export function cancelEvaluation(context: Context, actor: Actor, { id }: EvaluationRow): Promise<EvaluationRow> {
  return auditedTransaction(context, actor, async (tx) => {
    const before = await lockEvaluation(tx, id);
    const { status, organization_id: organizationId } = before;
    if (status === 'canceled') return { result: before, audit: [] };
    if (status !== 'pending' && status !== 'running') {
      throw invalid({
        code: 'wrong-state',
        detail: `The evaluation is ${status}. Only a pending or running evaluation can be canceled.`,
      });
    }
    await updateEvaluation(tx, id, { ...statusChange(before, 'canceled', context.clock.now()), ...withoutRun });
    await deleteChunks(tx, id);
    const entry = { action: 'policy-evaluation.cancel', type: 'policy-evaluations', id, organizationId };
    const result = existing(await tx.first(evaluationById, { id }));
    return { result, audit: [{ ...entry, before: { status }, after: { status: 'canceled' } }] };
  });
}
