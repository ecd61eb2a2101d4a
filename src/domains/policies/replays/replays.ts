// Creates and cancels replays. The recorded inputs are evaluated in job.ts.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { existing, invalid, requireFewer, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { parseTimestamp } from '../../../kernel/parse-timestamp.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockOrganization, requireEntitlement, unknownPlaces } from '../../organizations/index.ts';
import { accountFor } from '../account-store.ts';
import { statusChange } from '../evaluations/evaluations.ts';
import { inputLimits } from '../inputs/recorded-input.ts';
import type { EngineContext } from '../on-behalf.ts';
import { planIntake } from '../services.ts';
import { type ApplicableInput, applicableInputs } from './applicable-inputs.ts';
import type { ReplayInput } from './input.ts';
import { placedSides } from './placed-sides.ts';
import { requireSoundTrial } from './require-sound.ts';
import { setChangeProblems } from './set-change.ts';
import { type Sides, type Subject, sidesOf } from './sides.ts';
import {
  deleteReplay,
  finishedReplays,
  inputsToReplay,
  insertReplay,
  insertReplayInputs,
  lockedReplay,
  type RecordedRow,
  type ReplayRow,
  replayById,
  unfinishedReplays,
  updateReplay,
} from './store.ts';

/** Time in ms for which a replay is stored. */
export const retentionTime = 90 * 86_400_000;

/**
 * Maximum number of unfinished replays per organization, and maximum number of finished replays that are stored per
 * organization.
 */
const [maxUnfinished, maxFinished] = [5, 100];

/**
 * Creates a replay, which a job runs later. 422 if the change is not possible for these policies, if a draft does not
 * compile, if there are no recorded inputs, or if the organization has too many unfinished replays.
 */
export async function createReplay(
  context: EngineContext,
  actor: Actor,
  subject: Subject,
  input: ReplayInput,
): Promise<ReplayRow> {
  const { organizationId } = subject;
  await requireEntitlement(context, organizationId, 'policy-enforcement');
  await requireSoundTrial(context, { ...subject, triedPolicyId: input.triedPolicyId }, input.trial);
  const created = await auditedTransaction(context, actor, async (tx) => {
    // The lock prevents concurrent transactions from exceeding the limit together.
    await lockOrganization(tx, organizationId);
    await requireFewReplays(tx, organizationId);
    const id = newId('polrep');
    await insertAll(tx, { context, actor, id }, subject, input);
    const result = existing(await tx.first(replayById, { id }));
    const entry = { action: 'policy-replay.create', type: 'policy-replays', id, organizationId };
    return { result, audit: [{ ...entry, after: audited(result) }] };
  });
  planIntake(context).replaySignal.notify();
  return created;
}

async function requireFewReplays(tx: Transaction, organization: string): Promise<void> {
  const total = await tx.first(unfinishedReplays, { organization });
  requireFewer(
    total,
    maxUnfinished,
    `${maxUnfinished} replays of the organization are in progress, which is the maximum. Wait until one has finished, or cancel one.`,
  );
  const finished = await tx.rows(finishedReplays, { organization });
  for (const { id } of finished.slice(maxFinished - 1)) await deleteReplay(tx, id);
}

interface Creation {
  readonly context: Context;
  readonly actor: Actor;
  readonly id: string;
}

async function insertAll(tx: Transaction, { context, actor, id }: Creation, subject: Subject, input: ReplayInput) {
  const { trial, triedPolicyId, workspace } = input;
  const { sides, inputs } = await comparedFor(tx, { ...subject, triedPolicyId }, input);
  const now = context.clock.now();
  const [at, expires_at] = [timestamp(now), timestamp(now + retentionTime)];
  await insertReplay(tx, {
    id,
    organization_id: subject.organizationId,
    policy_id: subject.policyId,
    policy_set_id: subject.policySetId,
    tried_policy_id: triedPolicyId,
    status: 'pending',
    status_timestamps: '{}',
    compared_with: sides.before === null ? 'recorded' : 'current',
    code: trial.code,
    query: trial.query,
    revision: trial.revision,
    enforcement_level: trial.level,
    introduction: trial.introduction,
    shadow: trial.shadow === null ? null : Number(trial.shadow),
    input: trial.input,
    set_change: input.setChange === null ? null : JSON.stringify(input.setChange),
    applicable_only: Number(input.applicableOnly),
    workspace_id: workspace,
    since: parseTimestamp(input.since ?? undefined) ?? null,
    until: parseTimestamp(input.until ?? undefined) ?? null,
    sides: JSON.stringify(sides),
    inputs_total: inputs.length,
    created_by: JSON.stringify(actor.identity),
    account: await accountFor(tx, subject.organizationId, actor.identity),
    ...{ created_at: at, updated_at: at, turn_at: at, expires_at },
  });
  const row = ({ row: recorded, sets }: (typeof inputs)[number], position: number) => ({
    ...{ id: newId('polrepin'), replay_id: id, position, input_id: recorded.id },
    workspace_id: recorded.workspace_id,
    workspace_name: recorded.workspace_name,
    evaluated_at: recorded.evaluated_at,
    applying_sets: sets === null ? null : JSON.stringify(sets),
  });
  await insertReplayInputs(tx, inputs.map(row));
}

/**
 * Returns the policies that a replay compares, and its recorded inputs from newest to oldest. If the replay is limited
 * to applicable runs, each input has the policy sets that apply to its run.
 */
async function comparedFor(tx: Transaction, subject: Subject, input: ReplayInput): Promise<Compared> {
  if (!input.applicableOnly) {
    const sides = await sidesOf(tx, subject, input.trial);
    const rows = await recordedInputs(tx, subject.organizationId, input);
    return { sides, inputs: rows.map((row) => ({ row, sets: null })) };
  }
  requireNone(await setChangeProblems(tx, subject.organizationId, input.setChange));
  const { sets, ...sides } = await placedSides(tx, subject, input);
  const rows = await recordedInputs(tx, subject.organizationId, { ...input, limit: inputLimits.inputs });
  return { sides, inputs: await applicableInputs(tx, subject, input, { rows, sets }) };
}

interface Compared {
  readonly sides: Sides;
  readonly inputs: readonly (ApplicableInput | { readonly row: RecordedRow; readonly sets: null })[];
}

async function recordedInputs(
  tx: Transaction,
  organization: string,
  { workspace, since, until, limit }: Pick<ReplayInput, 'workspace' | 'since' | 'until' | 'limit'>,
): Promise<readonly RecordedRow[]> {
  requireNone(await unknownPlaces(tx, organization, { workspace }));
  const inputs = await tx.rows(inputsToReplay, {
    organization,
    workspace: workspace ?? '',
    since: parseTimestamp(since ?? undefined) ?? '',
    until: parseTimestamp(until ?? undefined) ?? '',
    limit,
  });
  if (inputs.length > 0) return inputs;
  throw invalid({
    code: 'no-such-record',
    detail:
      'There are no recorded inputs to replay. Set policy-input-retention-days of the organization to record the inputs of later evaluations, or select other inputs.',
  });
}

const audited = (row: ReplayRow) => ({
  policy: row.policy_id,
  'policy-set': row.policy_set_id,
  'tried-policy': row.tried_policy_id,
  draft: row.code !== null,
  query: row.query,
  revision: row.revision,
  'enforcement-level': row.enforcement_level,
  introduction: row.introduction,
  shadow: row.shadow === null ? null : row.shadow === 1,
  input: row.input,
  'applicable-only': row.applicable_only === 1,
  'set-change': row.set_change === null ? null : JSON.parse(row.set_change),
  inputs: row.inputs_total,
});

/** Cancels an unfinished replay; the results obtained so far are kept. 422 if the replay has finished. */
export function cancelReplay(context: Context, actor: Actor, { id }: ReplayRow): Promise<ReplayRow> {
  return auditedTransaction(context, actor, async (tx) => {
    const before = existing(await lockedReplay(tx, id));
    const { status, organization_id: organizationId } = before;
    if (status === 'canceled') return { result: before, audit: [] };
    if (status !== 'pending' && status !== 'running') {
      throw invalid({
        code: 'wrong-state',
        detail: `The replay is ${status}. Only a pending or running replay can be canceled.`,
      });
    }
    await updateReplay(tx, id, statusChange(before, 'canceled', context.clock.now()));
    const entry = { action: 'policy-replay.cancel', type: 'policy-replays', id, organizationId };
    const result = existing(await tx.first(replayById, { id }));
    return { result, audit: [{ ...entry, before: { status }, after: { status: 'canceled' } }] };
  });
}
