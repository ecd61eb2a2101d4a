// Rejects replays that cannot give a verdict because the draft does not compile or the query does not match a rule.
import type { Context } from '../../../context.ts';
import type { PolicyProblem } from '../../../effects/policy-engine/answers.ts';
import type { PolicySource } from '../../../effects/policy-engine/policy-code.ts';
import { problemSentence } from '../../../effects/policy-engine/problem-sentence.ts';
import { attributeProblem, requireNone } from '../../../jsonapi/errors.ts';
import { isError } from '../code-checks/check-source.ts';
import { requireEngine } from '../code-checks/upload-check.ts';
import { isEvaluable, singleSource, sourceReader } from '../evaluations/sources.ts';
import type { EngineContext } from '../on-behalf.ts';
import { codeCheckIntake } from '../services.ts';
import { type ReplayedPolicy, type Subject, sidesOf, type TriedChanges } from './sides.ts';

const maxProblems = 50;

/**
 * Checks the draft and the query that a replay tries. 422 if the draft has errors, with one problem per error, or if
 * the query does not match a rule of the code. Throws `Busy` if the engine is overloaded. Code and queries that are
 * already in use are not checked.
 */
export async function requireSoundTrial(context: EngineContext, subject: Subject, trial: TriedChanges): Promise<void> {
  if (trial.code === null && trial.query === null) return;
  const { after } = await sidesOf(context.database, subject, trial);
  const tried = after.find(({ id }) => id === (subject.policyId ?? subject.triedPolicyId));
  if (tried?.kind !== 'opa') return;
  const { organizationId } = subject;
  const problems = await codeCheckIntake(context).limited(organizationId, async () => {
    const source = await sourceOf(context, tried, trial);
    return source === undefined ? [] : (await context.policyEngine.check(source)).problems;
  });
  requireEngine(problems);
  const wrong = problems.filter(isError).filter((problem) => trial.code !== null || isOfQuery(problem));
  requireNone(
    wrong.slice(0, maxProblems).map((problem) => {
      const attribute = isOfQuery(problem) && trial.query !== null ? 'query' : 'code';
      return attributeProblem(attribute, 'faulty-code', problemSentence(problem));
    }),
  );
}

const isOfQuery = ({ file }: PolicyProblem): boolean => file === undefined || file === 'query';

/** Returns the policy source to check; undefined if the policy has no code. */
async function sourceOf(
  context: Context,
  policy: ReplayedPolicy,
  { code }: TriedChanges,
): Promise<PolicySource | undefined> {
  if (policy.isDraft) return singleSource(policy, code ?? '');
  return isEvaluable(policy) ? await sourceReader(context)(policy) : undefined;
}
