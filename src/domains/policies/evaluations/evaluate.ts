// Evaluates a plan: reads what applies, gives it to the engine, and makes outcomes of the verdicts.
import type { Context } from '../../../context.ts';
import type { Verdict } from '../../../effects/policy-engine/answers.ts';
import type { InputDocument } from '../../../effects/policy-engine/policy-engine.ts';
import { problemSentence } from '../../../effects/policy-engine/problem-sentence.ts';
import { timestamp } from '../../../lib/clock.ts';
import { type RunPlace, runPlace } from '../../organizations/index.ts';
import { exemptionsInForce } from '../exemptions/store.ts';
import { isEvaluatedElsewhere } from '../kind.ts';
import { type ApplicableSet, applicableSets, hasTooMany } from './applicable.ts';
import { type Exemption, exempting } from './exempting.ts';
import { maxOutcomes } from './outcome-bounds.ts';
import { noticesOf, type Outcome, type SetOutcome } from './outcomes.ts';
import { runDocument } from './run-document.ts';
import { maxQueryLength, type SetPolicy } from './set-queries.ts';
import { type EvaluablePolicy, isEvaluable, sourceReader } from './sources.ts';
import { type EvaluationRow, evaluationById } from './store.ts';
import { verdictsOf } from './verdicts.ts';

/** What came of an evaluation; `problem` says why there are no outcomes. */
export interface Evaluated {
  readonly sets: readonly SetOutcome[];
  readonly notices: readonly string[];
  readonly problem?: string;
  readonly engineVersion?: string;
  /** What the policies found before exemptions; these are absent where no policy saw the input. */
  readonly verdicts?: readonly SetOutcome[];
  /** `input.run`, as JSON, and the name of the workspace in it. */
  readonly run?: Uint8Array;
  readonly workspaceName?: string | null;
}

/** Evaluates a plan by the policies that are in force now. */
export async function evaluate(context: Context, evaluation: EvaluationRow, plan: InputDocument): Promise<Evaluated> {
  const { scope, policy_set_id } = evaluation;
  if (scope === 'policy-set' && policy_set_id === null)
    return failed('The policy set was deleted before the evaluation.');
  const place = await placeOf(context, evaluation);
  const applicable = await setsOf(context, evaluation, place);
  if (hasTooMany(applicable)) return failed(tooManyProblem);
  const moment = { time: Date.parse(evaluation.updated_at), seed: evaluation.id };
  const isWanted = async () => {
    const now = await context.database.first(evaluationById, { id: evaluation.id });
    return now?.status === 'running';
  };
  const documents = { plan, run: runDocumentOf(evaluation, place), ...moment, isWanted };
  const verdicts = await verdictsOf(context, documents, evaluablePolicies(applicable), sourceReader(context));
  if ('problem' in verdicts) return failed(verdicts.problem);
  const outcomes = applicable.map((each) => setOutcome(each, verdicts.byPolicy));
  const { sets, notices } = exempting(outcomes, await exemptionsFor(context, evaluation));
  const { run } = documents;
  const workspaceName = place.workspace?.name ?? null;
  return {
    sets,
    notices: [...noticesOf(sets), ...notices],
    engineVersion: verdicts.engineVersion,
    verdicts: outcomes,
    run,
    workspaceName,
  };
}

/** The exemptions that count for an evaluation now. */
export function exemptionsFor(
  { database, clock }: Context,
  { organization_id: organization, workspace_id }: EvaluationRow,
): Promise<readonly Exemption[]> {
  const now = timestamp(clock.now());
  return database.rows(exemptionsInForce, { organization, workspace: workspace_id ?? '', now });
}

const tooManyProblem = `More than ${maxOutcomes} policies apply, where each set counts as one, and each policy once for each set that it is in. Let fewer sets apply here, or take policies out of them.`;

const failed = (problem: string): Evaluated => ({ sets: [], notices: [], problem });

/** Where the run of an evaluation takes place, with the tags that the client named. */
async function placeOf({ database }: Context, evaluation: EvaluationRow): Promise<RunPlace> {
  const { workspace_id: workspace, project_id: project, tags } = evaluation;
  const known = await runPlace(database, { workspace, project });
  const sent: RunPlace['tags'] = JSON.parse(tags);
  return { ...known, tags: [...known.tags, ...sent] };
}

/** The sets that an evaluation is about, as they are now. */
function setsOf(
  { database }: Context,
  { organization_id: organization, policy_set_id }: EvaluationRow,
  place: RunPlace,
): Promise<readonly ApplicableSet[]> {
  return applicableSets(database, { organization, place, ...(policy_set_id !== null && { only: policy_set_id }) });
}

/** `input.run` of an evaluation, as JSON. */
const runDocumentOf = (evaluation: EvaluationRow, place: RunPlace): Uint8Array =>
  Buffer.from(JSON.stringify(runDocument(evaluation, place)));

/** The policies that the engine can evaluate, each once, in however many sets it is. */
const evaluablePolicies = (sets: readonly ApplicableSet[]): readonly EvaluablePolicy[] => [
  ...new Map(sets.flatMap(({ policies }) => policies.filter(isEvaluable)).map((each) => [each.id, each])).values(),
];

/** The outcomes of a set, from verdicts by the identifiers of policies. */
const setOutcome = ({ set, policies }: ApplicableSet, verdicts: ReadonlyMap<string, Verdict>): SetOutcome => ({
  policy_set_id: set.id,
  policy_set_name: set.name,
  policy_set_description: set.description,
  kind: set.kind,
  is_overridable: set.is_overridable,
  outcomes: policies.map((policy) => ({
    ...outcomeOf(policy, verdicts.get(policy.id)),
    shadow: set.is_shadow === 1 || policy.is_shadow === 1,
  })),
});

/** The outcome of one policy; without a verdict it says why there is none, and never passes. */
export function outcomeOf(policy: SetPolicy, verdict: Verdict | undefined): Omit<Outcome, 'shadow'> {
  const { id, name, description, query, revision, enforcement_level } = policy;
  return {
    policy_id: id,
    policy_name: name,
    policy_revision: revision,
    query: query ?? '',
    enforcement_level,
    description: description ?? '',
    exempt: false,
    exemptions: [],
    exempted_output: [],
    external: null,
    ...(verdict === undefined ? withoutVerdict(policy) : ofVerdict(verdict)),
  };
}

const ofVerdict = ({ status, output, count, problems, prints, ...verdict }: Verdict) => ({
  status,
  output,
  output_count: count,
  problems: problems.map(problemSentence),
  prints,
  duration_ms: verdict['duration-ms'],
  rego_version: verdict['rego-version'] ?? null,
});

/** What no engine saw is said, and never passes. */
function withoutVerdict({ id, kind, query, size }: SetPolicy) {
  const nothing = { output: [], output_count: 0, prints: [], duration_ms: 0, rego_version: null };
  const errored = (problem: string) => ({ ...nothing, status: 'errored' as const, problems: [problem] });
  if (isEvaluatedElsewhere(kind)) {
    const problem =
      'Nothing here evaluates policies of this kind. Its outcome can be posted to external-outcomes of the evaluation.';
    return { ...nothing, status: 'unreachable' as const, problems: [problem] };
  }
  if (size === null) return errored(`The policy has no code: send it to PUT /api/v2/policies/${id}/upload.`);
  if (query === null) return errored('The policy has no query, such as data.<package>.deny.');
  if (query.length > maxQueryLength) return errored(`The query is longer than ${maxQueryLength} characters.`);
  return errored('The policy was not evaluated.');
}
