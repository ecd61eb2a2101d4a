// Evaluates a plan: reads the applicable policies, evaluates them in the engine, and converts the verdicts to outcomes.
import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { Verdict } from '../../../effects/policy-engine/answers.ts';
import { examine, type InputDocument } from '../../../effects/policy-engine/evaluation.ts';
import type { PolicyParameters } from '../../../effects/policy-engine/policy-code.ts';
import { problemSentence } from '../../../effects/policy-engine/problem-sentence.ts';
import { verdictNotices } from '../../../effects/policy-engine/verdict-notices.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { inputFormOf } from '../../../kernel/input-form.ts';
import { sparesOld } from '../../../kernel/introduction.ts';
import { memoize } from '../../../lib/functions/memoize.ts';
import type { RunPlace } from '../../organizations/index.ts';
import { type ApplicableSet, applicableSets, hasTooMany, maxOutcomes } from '../applicable-sets/applicable-sets.ts';
import { type CandidateSet, introductionIn, maxQueryLength, type SetPolicy } from '../applicable-sets/store.ts';
import { setsWithApprovers } from '../approvers/approvers.ts';
import { exemptionsInForce } from '../exemptions/store.ts';
import { isEvaluatedElsewhere } from '../kind.ts';
import type { EngineContext } from '../on-behalf.ts';
import { parametersInForce } from '../parameters/in-force.ts';
import { parametersFor } from '../parameters/uses.ts';
import { lineRuns, lineWriter } from '../rules/matched-lines.ts';
import { showsRuleLines } from '../rules/store.ts';
import { applyExemptions, type ExemptionsInForce } from './apply-exemptions.ts';
import { applyOldFindings } from './apply-old-findings.ts';
import { type DigestColumns, newDigests } from './digests.ts';
import { type FindingKeys, newFindingKeys } from './finding-keys.ts';
import { noticesOf, type Outcome, type SetOutcome, statusOf } from './outcomes.ts';
import { deletedPlace, placeOf } from './place.ts';
import type { CountedPolicies } from './progress.ts';
import { emptyProblem, requirementsOf } from './requirements.ts';
import { runDocument } from './run-document.ts';
import { type EvaluablePolicy, isEvaluable, sourceReader } from './sources.ts';
import { type EvaluationRow, evaluationById } from './store.ts';
import { examined, unknownNotices, withoutUndecided } from './unknown-values.ts';
import { type PolicyWithKey, verdictsOf } from './verdicts.ts';

/** Result of an evaluation. If the evaluation has no outcomes, `problem` gives the reason. */
export interface Evaluated {
  readonly sets: readonly SetOutcome[];
  readonly notices: readonly string[];
  readonly problem?: string;
  /** Whether at least one policy gave a verdict. */
  readonly hasVerdicts?: boolean;
  readonly engineVersion?: string;
  /** Outcomes before the setting `unknown-values` and exemptions were applied; absent if no policy was evaluated. */
  readonly verdicts?: readonly SetOutcome[];
  /** `run` is the document `input.run` as JSON, and `workspaceName` is the workspace name in this document. */
  readonly run?: Uint8Array;
  readonly workspaceName?: string | null;
  /** Digests of the evaluation's inputs; absent if it cannot be compared with other evaluations. */
  readonly digests?: DigestColumns | undefined;
}

/** Functions that the evaluation calls between two policies. */
export interface Hooks {
  /** Reports progress; called at most once per second. */
  readonly report: (progress: CountedPolicies) => Promise<unknown>;
  /** Lets other evaluations use the engine. This evaluation continues when the promise resolves. */
  readonly pause: () => Promise<void>;
}

/** Evaluates a plan with the policies that apply at the time of the call. */
export async function evaluate(
  context: EngineContext,
  evaluation: EvaluationRow,
  plan: InputDocument,
  { report, pause }: Hooks,
): Promise<Evaluated> {
  const { scope, policy_set_id } = evaluation;
  if (scope === 'policy-set' && policy_set_id === null)
    return failed('The policy set was deleted before the evaluation.');
  const { place, notices: placeNotices } = await placeOf(context.database, evaluation);
  const deleted = deletedPlace(evaluation, place);
  if (deleted !== undefined) return failed(`The ${deleted} was deleted before the evaluation.`);
  const found = await setsOf(context, evaluation, place);
  if (hasTooMany(found)) return failed(tooManyProblem);
  const applicable = await withParameters(context, found, place);
  const moment = { time: Date.parse(evaluation.updated_at), seed: evaluation.id };
  const findingKeys = newFindingKeys(context, evaluation);
  const digests = newDigests(context, evaluation);
  const policies = evaluablePolicies(applicable, findingKeys);
  const isWanted = async (verdicts: number) => {
    await report({ policies: policies.length, policies_evaluated: verdicts });
    return isRunning(context, evaluation);
  };
  const requirements = await requirementsOf(context.database, evaluation);
  const needsCompletePlan = requirements.requires_complete_plans === 1;
  const hasLines = await showsRuleLines(context.database, evaluation.organization_id);
  const options = { ...moment, examine, isWanted, pause, needsCompletePlan, ...(hasLines && { trueLines: lineRuns }) };
  const documents = { plan, run: runDocumentOf(evaluation, place), ...options, ...digests.options };
  const read = digests.noting(findingKeys.noting(sourceReader(context)));
  const verdicts = await verdictsOf(context, documents, policies, read);
  if ('problem' in verdicts) return failed(verdicts.problem);
  const outcomes = outcomesOf(applicable, { verdicts: verdicts.byPolicy, findingKeys, hasLines });
  const counted = withoutUndecided(outcomes, applicable, requirements.unknown_values);
  const { sets: exempted, notices } = applyExemptions(counted, await exemptionsFor(context, evaluation, counted));
  const sets = applyOldFindings(exempted);
  const hasVerdicts = verdicts.byPolicy.size > 0;
  const problem = statusOf(sets) === 'passed' && !hasVerdicts ? emptyProblem(requirements) : undefined;
  return {
    sets,
    notices: [...noticesIn(sets, policies, verdicts.byPolicy), ...verdicts.notices, ...placeNotices, ...notices],
    ...(problem !== undefined && { problem }),
    hasVerdicts,
    engineVersion: verdicts.engineVersion,
    verdicts: applyOldFindings(outcomes),
    run: documents.run,
    workspaceName: place.workspace?.name ?? null,
    digests: digests.columns(verdicts.planDigests, applicable.map(digestedSet)),
  };
}

/**
 * Notices about unknown values come first, because the number of notices is limited, and the console collapses later
 * ones.
 */
const noticesIn = (
  sets: readonly SetOutcome[],
  policies: ReturnType<typeof evaluablePolicies>,
  verdicts: ReadonlyMap<string, Verdict>,
): readonly string[] => [...unknownNotices(sets), ...noticesOf(sets), ...noticesOfVerdicts(policies, verdicts)];

async function isRunning({ database }: Context, { id }: EvaluationRow): Promise<boolean> {
  return (await database.first(evaluationById, { id }))?.status === 'running';
}

/** Returns the currently valid exemptions for an evaluation, and the approvers of its policy sets. */
export async function exemptionsFor(
  { database, clock }: Context,
  { organization_id: organization, workspace_id }: EvaluationRow,
  sets: readonly Pick<SetOutcome, 'policy_set_id'>[],
): Promise<ExemptionsInForce> {
  const now = timestamp(clock.now());
  const exemptions = await database.rows(exemptionsInForce, { organization, workspace: workspace_id ?? '', now });
  const ids = exemptions.length === 0 ? [] : sets.map(({ policy_set_id }) => policy_set_id);
  const approvers = await setsWithApprovers(database, organization, ids);
  return { exemptions, approvers: new Map(approvers.map((set) => [set.id, set])) };
}

const tooManyProblem = `More than ${maxOutcomes} policies apply to this evaluation. Each policy set counts as one policy, and a policy counts once for each policy set that contains the policy. Apply fewer policy sets, or remove policies from the policy sets.`;

const failed = (problem: string): Evaluated => ({ sets: [], notices: [], problem });

/** Returns the applicable policy sets of an evaluation in their current state. */
function setsOf(
  { database }: Context,
  { organization_id: organization, policy_set_id }: EvaluationRow,
  place: RunPlace,
): Promise<readonly ApplicableSet[]> {
  return applicableSets(database, { organization, place, ...(policy_set_id !== null && { only: policy_set_id }) });
}

/** Builds the document `input.run` of an evaluation as JSON. */
const runDocumentOf = (evaluation: EvaluationRow, place: RunPlace): Uint8Array =>
  Buffer.from(JSON.stringify(runDocument(evaluation, place)));

/** Returns the input form of a policy; if the policy specifies none, the input form of its set. */
const formIn = ({ input }: CandidateSet, policy: SetPolicy): string => inputFormOf(policy.input, input);

/** An applicable policy set, and the parameters that each of its policies may read. */
interface EvaluatedSet extends ApplicableSet {
  readonly parameters: ReadonlyMap<string, PolicyParameters> | undefined;
}

async function withParameters(
  context: Context,
  sets: readonly ApplicableSet[],
  place: RunPlace,
): Promise<readonly EvaluatedSet[]> {
  const ids = sets.flatMap(({ set }) => (set.has_parameters === 1 ? [set.id] : []));
  const parameters = await parametersInForce(context, ids, () => place);
  return sets.map((each) => {
    const all = parameters.get(each.set.id);
    return {
      ...each,
      parameters: all && new Map(each.policies.map((policy) => [policy.id, parametersFor(all, policy)])),
    };
  });
}

const digestOf = memoize((parameters: PolicyParameters) =>
  createHash('sha256').update(JSON.stringify(parameters)).digest('base64'),
);

function keyIn({ set, parameters }: Omit<EvaluatedSet, 'policies'>, policy: SetPolicy): string {
  const own = parameters?.get(policy.id);
  return [policy.id, formIn(set, policy), own === undefined ? '' : digestOf(own)].join(' ');
}

const digestedSet = ({ set, policies, parameters }: EvaluatedSet) => ({
  id: set.id,
  version: set.current_version_id,
  policies: policies.map((policy) => ({
    id: policy.id,
    key: keyIn({ set, parameters }, policy),
    form: formIn(set, policy),
    parameters: parameters?.get(policy.id),
  })),
});

/**
 * Returns the policies that the engine can evaluate. A policy that is in several sets is listed once for each
 * combination of input form and parameters.
 */
const evaluablePolicies = (sets: readonly EvaluatedSet[], { canBeApproved }: FindingKeys) => {
  const byKey = new Map<string, EvaluablePolicy & PolicyWithKey>();
  for (const { set, policies, parameters } of sets) {
    for (const policy of policies.filter(isEvaluable)) {
      const key = keyIn({ set, parameters }, policy);
      const known = byKey.get(key);
      const findsOld = sparesOld(policy.introduction, policy.enforcement_level);
      const identifies = known?.identifies === true || canBeApproved(set, policy);
      const own = { key, input: formIn(set, policy), parameters: parameters?.get(policy.id), findsOld };
      byKey.set(key, { ...(known ?? { ...policy, ...own }), identifies });
    }
  }
  return [...byKey.values()];
};

/**
 * Returns the notices about verdicts, without duplicates. Duplicates can occur because a policy can have the same
 * verdict in several input forms, or with several parameters.
 */
const noticesOfVerdicts = (
  policies: ReturnType<typeof evaluablePolicies>,
  verdicts: ReadonlyMap<string, Verdict>,
): ReadonlySet<string> =>
  new Set(policies.flatMap(({ key, name }) => verdictNotices(name, verdicts.get(key)?.problems ?? [])));

/** Result of the engine, from which the outcomes are built. */
interface Answered {
  /** Verdicts by the keys that `keyIn` returns. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly findingKeys: FindingKeys;
  /** Whether the lines that evaluated to true are stored. */
  readonly hasLines: boolean;
}

const setOutcome = (
  { set, policies, parameters }: EvaluatedSet,
  { verdicts, findingKeys }: Answered,
): Omit<SetOutcome, 'true_lines'> => ({
  policy_set_id: set.id,
  policy_set_name: set.name,
  policy_set_description: set.description,
  kind: set.kind,
  is_overridable: set.is_overridable,
  outcomes: policies.map((policy) => {
    const key = keyIn({ set, parameters }, policy);
    const verdict = verdicts.get(key);
    const keys = findingKeys.keysOf(set, policy, { key, verdict });
    return { ...outcomeOf(policy, verdict), introduction: introductionIn(set, policy), ...(keys && { keys }) };
  }),
});

/** Builds the outcomes of all sets. */
function outcomesOf(sets: readonly EvaluatedSet[], answered: Answered): readonly SetOutcome[] {
  const write = lineWriter();
  return sets.map((each) => ({
    ...setOutcome(each, answered),
    true_lines: answered.hasLines ? write(trueLinesIn(each, answered.verdicts)) : null,
  }));
}

/** Returns, for each policy of a set, the line numbers of the rules that evaluated to true. */
const trueLinesIn = ({ set, policies, parameters }: EvaluatedSet, verdicts: ReadonlyMap<string, Verdict>) =>
  policies.map((policy) => [policy.id, verdicts.get(keyIn({ set, parameters }, policy))?.['true-lines']] as const);

/**
 * Builds the outcome of one policy. If there is no verdict, the outcome states the reason and its status is never
 * `passed`.
 */
export function outcomeOf(policy: SetPolicy, verdict: Verdict | undefined): Omit<Outcome, 'introduction'> {
  const { id, name, description, query, revision, enforcement_level } = policy;
  return {
    policy_id: id,
    policy_name: name,
    policy_revision: revision,
    query: query ?? '',
    enforcement_level,
    description: description ?? verdict?.metadata?.description ?? '',
    exempt: false,
    exemptions: [],
    exempted_output: [],
    old: false,
    old_output: [],
    old_output_count: 0,
    external: null,
    ...(verdict === undefined ? withoutVerdict(policy) : ofVerdict(verdict)),
  };
}

const ofVerdict = ({ output, count, problems, prints, ...verdict }: Verdict) => ({
  status: verdict.status,
  output,
  output_count: count,
  problems: problems.map(problemSentence),
  prints,
  duration_ms: verdict['duration-ms'],
  rego_version: verdict['rego-version'] ?? null,
  metadata: verdict.metadata ?? null,
  depends_on_unknown: examined(verdict),
  ...(verdict.findings && { findings: verdict.findings }),
});

const noDetails = { metadata: null, depends_on_unknown: null };

/**
 * Builds the outcome of a policy that was not evaluated. The status is `errored` or `unreachable`, never `passed`, and
 * the outcome states the reason.
 */
function withoutVerdict({ id, kind, query, size }: SetPolicy) {
  const nothing = { output: [], output_count: 0, prints: [], duration_ms: 0, rego_version: null, ...noDetails };
  const errored = (problem: string) => ({ ...nothing, status: 'errored' as const, problems: [problem] });
  if (isEvaluatedElsewhere(kind)) {
    const problem =
      'This service does not evaluate policies of this kind. Post an outcome to the external-outcomes endpoint of the evaluation.';
    return { ...nothing, status: 'unreachable' as const, problems: [problem] };
  }
  if (size === null) return errored(`The policy has no code: upload the code with PUT /api/v2/policies/${id}/upload.`);
  if (query === null) return errored('The policy has no query: set a query such as data.<package>.deny.');
  if (query.length > maxQueryLength) return errored(`The query is longer than ${maxQueryLength} characters.`);
  return errored('The policy was not evaluated.');
}
