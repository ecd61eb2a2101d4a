// Evaluates a plan: reads what applies, gives it to the engine, and makes outcomes of the verdicts.
import type { Context } from '../../../context.ts';
import type { InputAnswer, PolicyProblem, Verdict } from '../../../effects/policy-engine/answers.ts';
import { planProblems } from '../../../effects/policy-engine/plan-problems.ts';
import type { PolicySource } from '../../../effects/policy-engine/policy-engine.ts';
import { RefusedArchive } from '../../../protocols/archives/refused-archive.ts';
import { type RunPlace, runPlace } from '../../organizations/index.ts';
import { type ApplicableSet, applicableSets } from './applicable.ts';
import { noticesOf, type Outcome, type SetOutcome, withinBounds } from './outcomes.ts';
import { runDocument } from './run-document.ts';
import type { SetPolicy } from './set-queries.ts';
import { batchesOf, type EvaluablePolicy, isEvaluable, sourceReader } from './sources.ts';
import type { EvaluationRow } from './store.ts';

/** What came of an evaluation; `problem` says why there are no outcomes. */
export interface Evaluated {
  readonly sets: readonly SetOutcome[];
  readonly notices: readonly string[];
  readonly problem?: string;
  readonly engineVersion?: string;
}

/** Evaluates a plan by the policies that are in force now. */
export async function evaluate(context: Context, evaluation: EvaluationRow, plan: Uint8Array): Promise<Evaluated> {
  const { database } = context;
  const { organization_id: organization, scope, policy_set_id, workspace_id, project_id } = evaluation;
  if (scope === 'policy-set' && policy_set_id === null)
    return failed('The policy set was deleted before the evaluation.');
  const known = await runPlace(database, { workspace: workspace_id, project: project_id });
  const place = { ...known, tags: [...known.tags, ...tagsOf(evaluation)] };
  const only = policy_set_id === null ? {} : { only: policy_set_id };
  const applicable = await applicableSets(database, { organization, place, ...only });
  const documents = { plan, run: Buffer.from(JSON.stringify(runDocument(evaluation, place))) };
  const verdicts = await verdictsOf(context, documents, evaluable(applicable)).catch(unreadableCode);
  if ('problem' in verdicts) return failed(verdicts.problem);
  const sets = withinBounds(applicable.map((each) => setOutcome(each, verdicts.byPolicy)));
  return { sets, notices: noticesOf(sets), engineVersion: verdicts.engineVersion };
}

const failed = (problem: string): Evaluated => ({ sets: [], notices: [], problem });

const tagsOf = ({ tags }: EvaluationRow): RunPlace['tags'] => JSON.parse(tags);

const unreadableCode = (error: unknown): { readonly problem: string } => {
  if (error instanceof RefusedArchive) return { problem: error.message };
  throw error;
};

/** Each policy once, in however many sets it is. */
const evaluable = (sets: readonly ApplicableSet[]): readonly EvaluablePolicy[] => [
  ...new Map(sets.flatMap(({ policies }) => policies.filter(isEvaluable)).map((each) => [each.id, each])).values(),
];

interface Documents {
  readonly plan: Uint8Array;
  readonly run: Uint8Array;
}

type Verdicts =
  | { readonly byPolicy: ReadonlyMap<string, Verdict>; readonly engineVersion: string }
  | { readonly problem: string };

async function verdictsOf(
  context: Context,
  { plan, run }: Documents,
  policies: readonly EvaluablePolicy[],
): Promise<Verdicts> {
  const parts = [
    { key: 'plan', document: plan },
    { key: 'run', document: run },
  ];
  const { policyEngine } = context;
  const sourceOf = sourceReader(context);
  // First, so that an engine with too much to do refuses before it has done anything.
  const { opa } = await policyEngine.version();
  const byPolicy = new Map<string, Verdict>();
  // Also without policies: a plan that cannot be read must not pass.
  for (const batch of policies.length === 0 ? [[]] : batchesOf(policies)) {
    const sources: PolicySource[] = [];
    for (const policy of batch) sources.push(await sourceOf(policy));
    const { input, verdicts } = await policyEngine.evaluate(parts, sources, planProblems);
    if (input.problems.length > 0) return { problem: textOf(input) };
    for (const [index, policy] of batch.entries()) {
      const verdict = verdicts[index];
      if (verdict !== undefined) byPolicy.set(policy.id, verdict);
    }
  }
  return { byPolicy, engineVersion: `opa ${opa}` };
}

const textOf = ({ problems }: InputAnswer): string => problems.map(sentenceOf).join(' ');

const sentenceOf = ({ message, file, row, hint }: PolicyProblem): string => {
  const place = row === undefined ? '' : `${file ?? 'line'}:${row}: `;
  return `${place}${message}${hint === undefined ? '' : ` (${hint})`}`;
};

const setOutcome = ({ set, policies }: ApplicableSet, verdicts: ReadonlyMap<string, Verdict>): SetOutcome => ({
  policy_set_id: set.id,
  policy_set_name: set.name,
  policy_set_description: set.description,
  kind: set.kind,
  is_overridable: set.is_overridable,
  outcomes: policies.map((policy) => outcomeOf(policy, verdicts.get(policy.id))),
});

function outcomeOf(policy: SetPolicy, verdict: Verdict | undefined): Outcome {
  const { id, name, description, query, revision, enforcement_level } = policy;
  return {
    policy_id: id,
    policy_name: name,
    policy_revision: revision,
    query: query ?? '',
    enforcement_level,
    description: description ?? '',
    ...(verdict === undefined ? withoutVerdict(policy) : ofVerdict(verdict)),
  };
}

const ofVerdict = ({ status, output, count, problems, prints, ...verdict }: Verdict) => ({
  status,
  output,
  output_count: count,
  problems: problems.map(sentenceOf),
  prints,
  duration_ms: verdict['duration-ms'],
  rego_version: verdict['rego-version'] ?? null,
});

/** What no engine saw is said, and never passes. */
function withoutVerdict({ id, kind, query, size }: SetPolicy) {
  const nothing = { output: [], output_count: 0, prints: [], duration_ms: 0, rego_version: null };
  const errored = (problem: string) => ({ ...nothing, status: 'errored' as const, problems: [problem] });
  if (kind === 'native') {
    const problem = 'There is no evaluator for policies of this kind here.';
    return { ...nothing, status: 'unreachable' as const, problems: [problem] };
  }
  if (size === null) return errored(`The policy has no code: send it to PUT /api/v2/policies/${id}/upload.`);
  if (query === null) return errored('The policy has no query, such as data.<package>.deny.');
  return errored('The policy was not evaluated.');
}
