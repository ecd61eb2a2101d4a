// Evaluates a draft of a policy with a single input while the request waits. Nothing is stored.
import type { Lines, PolicyProblem, Verdict } from '../../../effects/policy-engine/answers.ts';
import type { PolicySource } from '../../../effects/policy-engine/policy-code.ts';
import { maskedSentence } from '../../../effects/policy-engine/unknown-sentence.ts';
import { byteOwner } from '../../../http/byte-owner.ts';
import { attributeProblem, invalid, problemAt } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { sparesOld } from '../../../kernel/introduction.ts';
import { linkedIn } from '../../../kernel/linked.ts';
import { maxCheckedBytes } from '../code-checks/upload-check.ts';
import { singleSource } from '../evaluations/sources.ts';
import { verdictsOf } from '../evaluations/verdicts.ts';
import { type EngineContext, onBehalf } from '../on-behalf.ts';
import { parametersOfPolicy } from '../parameters/in-force.ts';
import type { PolicyRow } from '../policies/store.ts';
import { codeCheckIntake, trialIntake } from '../services.ts';
import { codeInForce } from '../tests/tests.ts';
import type { TrialInput } from './input.ts';
import { testsOfFailure } from './tests-of-failure.ts';
import { type TriedInput, triedInput } from './trial-inputs.ts';

export interface Trial {
  readonly policy: PolicyRow;
  readonly inputId: string | null;
  readonly verdict: Verdict;
  /**
   * Lines of the draft that evaluated to true. Null if the draft gave no verdict or if determining the lines took too
   * long.
   */
  readonly trueLines: readonly Lines[] | null;
  /**
   * The policy's tests together with a generated test for the failure. Null if no test was requested or if none of the
   * generated tests passes.
   */
  readonly tests: string | null;
}

/**
 * Limits on a trial's processor time in ms: for evaluating the draft, for determining the lines that evaluated to true,
 * and for examining whether the verdict depends on masked values or on values known only after apply.
 */
const [maxWork, maxLineWork, maxExamineWork] = [10_000, 5_000, 5_000];

/**
 * Evaluates a draft with an input. 422 if the service cannot evaluate the policy, if the policy has no code or too much
 * code, if the policy is not in the requested policy set, or if the input is not a plan. Throws `Busy` if the account
 * or the organization has too many trials in progress.
 */
export async function tryPolicy(
  context: EngineContext,
  actor: Actor,
  policy: PolicyRow,
  input: TrialInput,
): Promise<Trial> {
  if (policy.kind !== 'opa')
    throw invalid({ code: 'not-supported', detail: 'This service does not evaluate policies of this kind.' });
  const { key: account } = byteOwner(actor);
  return codeCheckIntake(context).limited(policy.organization_id, () =>
    trialIntake(context).ofAccount(account, () =>
      trialIntake(context).all(account, async () => {
        const draft = await draftOf(context, policy, input);
        const tried = await triedInput(context, policy, input);
        const source = { ...draft, ...(await parametersFor(context, policy, { ...input, ...tried })) };
        const patient = onBehalf(context, { canWait: true });
        const verdict = await verdictOf(patient, source, tried);
        const isWanted = input.testOf !== undefined && verdict.status === 'failed';
        const member = isWanted ? verdict.output[input.testOf ?? 0] : undefined;
        const tests = member === undefined ? null : await testsOfFailure(patient, { policy, source, tried, member });
        return { policy, inputId: tried.id, verdict, trueLines: linesOf(verdict, policy), tests };
      }),
    ),
  );
}

const fileOf = ({ name }: PolicyRow): string => `${name}.rego`;

async function draftOf(context: EngineContext, policy: PolicyRow, input: TrialInput): Promise<PolicySource> {
  const code = input.code ?? (await currentCode(context, policy));
  const query = input.query === undefined ? policy.query : input.query;
  const form = input.form === undefined ? policy.input : input.form;
  const findsOld = sparesOld(policy.introduction, policy.enforcement_level);
  return { ...singleSource({ name: policy.name, query, input: form }, code), warnings: true, findsOld };
}

/**
 * Returns the parameters of the set in the request or, if the request has none, of the only set that contains the
 * policy.
 */
async function parametersFor(
  context: EngineContext,
  { id: policy, policy_set_ids }: PolicyRow,
  { policySet, workspace }: Pick<TrialInput, 'policySet'> & Pick<TriedInput, 'workspace'>,
): Promise<Pick<PolicySource, 'parameters'>> {
  if (policySet !== undefined && !linkedIn(policy_set_ids).ids.includes(policySet)) {
    const pointer = '/data/relationships/policy-set/data/id';
    throw invalid(problemAt(pointer, 'no-such-record', 'The policy is not in this policy set'));
  }
  const parameters = await parametersOfPolicy(context, { policy, policySet, workspace });
  return parameters === undefined ? {} : { parameters };
}

async function currentCode({ database }: EngineContext, policy: PolicyRow): Promise<string> {
  const code = await codeInForce(database, policy);
  if (code === undefined)
    throw invalid({ code: 'wrong-state', detail: 'The policy has no code: send the attribute `code`.' });
  if (code.size > maxCheckedBytes)
    throw invalid({ code: 'payload-too-large', detail: 'Code over 1 MiB cannot be evaluated in a trial.' });
  return (await code.read()).toString('utf8');
}

async function verdictOf(context: EngineContext, source: PolicySource, { id, workspace: _, ...documents }: TriedInput) {
  const trueLines = { statuses: ['passed', 'failed'] as const, maxWork: maxLineWork };
  const examine = { maxWork: maxExamineWork };
  const examineMasks = id === null ? {} : { examineMasks: examine };
  const options = { ...documents, trueLines, examine, ...examineMasks, maxWork };
  const verdicts = await verdictsOf(context, options, [{ key: '' }], async () => source);
  const problem = 'problem' in verdicts ? verdicts.problem : undefined;
  if (problem !== undefined && id === null) throw invalid(attributeProblem('plan', 'malformed', problem));
  const verdict = 'problem' in verdicts ? undefined : verdicts.byPolicy.get('');
  return withMasked(verdict ?? erroredVerdict(problem ?? 'The policy was not evaluated.'));
}

/** Adds a warning to a verdict that depends on masked values of a recorded input. */
function withMasked(verdict: Verdict): Verdict {
  const message = verdict.masked && maskedSentence(verdict.masked);
  if (message === undefined) return verdict;
  return { ...verdict, problems: [...verdict.problems, { code: 'masked_value', severity: 'warning', message }] };
}

const erroredVerdict = (message: string): Verdict => {
  const problem: PolicyProblem = { code: 'no_verdict', severity: 'error', message };
  return { status: 'errored', output: [], count: 0, problems: [problem], prints: [], 'duration-ms': 0 };
};

const linesOf = (verdict: Verdict, policy: PolicyRow): readonly Lines[] | null => {
  const lines = verdict['true-lines'];
  return lines === undefined ? null : (lines[fileOf(policy)] ?? []);
};
