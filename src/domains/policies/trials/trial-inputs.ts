// Determines the input with which a draft is evaluated in a trial.
import type { Context } from '../../../context.ts';
import { attributeProblem, invalid, problemAt } from '../../../jsonapi/errors.ts';
import { readInput } from '../inputs/inputs.ts';
import { inputOfOrganization, inputThatFailed } from '../inputs/store.ts';
import type { PolicyRow } from '../policies/store.ts';
import type { TrialInput } from './input.ts';

/**
 * Documents with which a draft is evaluated. For a recorded input, they include the time and random seed of the
 * original evaluation.
 */
export interface TriedInput {
  /** Identifier of the recorded input; null if the client sent a plan. */
  readonly id: string | null;
  /** Workspace of the recorded input. */
  readonly workspace: string | null;
  readonly plan: Uint8Array;
  readonly run: Uint8Array;
  readonly time?: number;
  readonly seed?: string;
}

/**
 * Returns the input of a trial. 422 if the request does not specify exactly one input, or if that input does not exist.
 */
export async function triedInput(context: Context, policy: PolicyRow, input: TrialInput): Promise<TriedInput> {
  const { plan, recorded, isLastFailure } = input;
  const named = [plan !== undefined, recorded !== undefined, isLastFailure].filter(Boolean).length;
  if (named !== 1) {
    throw invalid({
      code: 'invalid',
      detail: 'Send one input: plan, last-failure, or the relationship policy-input.',
    });
  }
  if (plan !== undefined) return { id: null, workspace: null, plan: Buffer.from(plan), run: Buffer.from('{}') };
  return recordedInput(context, policy, recorded);
}

async function recordedInput(context: Context, policy: PolicyRow, id: string | undefined): Promise<TriedInput> {
  const { database } = context;
  const organization = policy.organization_id;
  const row =
    id === undefined
      ? (await database.scan(inputThatFailed, { organization, policy: policy.id }))[0]
      : await database.first(inputOfOrganization, { organization, id });
  const documents = row && (await readInput(context, database, row.id));
  if (row === undefined || documents === undefined) throw invalid(id === undefined ? noFailure : noInput);
  const { workspace_id: workspace } = row;
  return { id: row.id, workspace, ...documents, time: Date.parse(row.evaluated_at), seed: row.evaluation_id };
}

const noInput = problemAt(
  '/data/relationships/policy-input/data/id',
  'no-such-record',
  'Policy input does not exist in this organization, or has been deleted',
);

const noFailure = attributeProblem(
  'last-failure',
  'no-such-record',
  'There is no recorded input of an evaluation in which this policy failed. Use another input.',
);
