// Runs policies again after all verdicts are complete, to add details to the verdicts. The status and output of a
// verdict never change.
import type {
  ExamineAnswer,
  FindingAge,
  FindingIdentity,
  PolicyProblem,
  UnknownValues,
  Verdict,
  WithProblems,
} from './answers.ts';
import { isTruncated, type Step, sourceOf, type Task, verdictRequest } from './evaluation-task.ts';
import { notEvaluated } from './findings-by-age.ts';
import type { Lane } from './lanes.ts';

interface Further<Answer extends WithProblems> {
  /** Maximum CPU time in ms of all further runs together. */
  readonly maxWork: number;
  /** Maximum number of evaluations in one run, each of which has the time limit of an evaluation. Defaults to 1. */
  readonly evaluations?: number;
  readonly isWanted: (verdict: Verdict) => boolean;
  /** Returns the members of the request in which the run differs from the evaluation of the policy. */
  readonly header: (verdict: Verdict) => object;
  readonly failed: (problem: PolicyProblem) => Answer;
  /**
   * Returns the verdict with the result of its run. The answer is undefined if the policy was not run, because its code
   * has been deleted or the time is used up.
   */
  readonly add: (verdict: Verdict, answer: Answer | undefined) => Verdict;
  /** Returns whether the step ends with this answer, so that no further policy is run. */
  readonly isLast?: (answer: Answer) => boolean;
}

function furtherStep<Answer extends WithProblems>(
  { verdicts, used: usedBefore }: Task,
  further: Further<Answer>,
): Step {
  const { maxWork, isWanted, add, isLast = () => false } = further;
  const waiting = [...verdicts.entries()].flatMap(([index, verdict]) => (isWanted(verdict) ? [index] : []));
  const put = (index: number, answer: Answer | undefined): void => {
    const verdict = verdicts[index];
    if (verdict !== undefined) verdicts[index] = add(verdict, answer);
  };
  return {
    isOver: () => waiting.length === 0,
    next: async (task, lane) => {
      await task.requireWanted(verdicts.length);
      const [index = 0] = waiting;
      const left = maxWork - (task.used - usedBefore);
      const answer = left > 0 ? await run(task, lane, further, { index, left }) : undefined;
      if (answer !== undefined && isTruncated(task, lane, answer)) return;
      waiting.shift();
      put(index, answer);
      if (left > 0 && (answer === undefined || !isLast(answer))) return;
      for (const each of waiting.splice(0)) put(each, undefined);
    },
  };
}

/** Time in ms between the limit at which a run should end itself and the limit at which its process is killed. */
const maxOverrun = 1_000;

/** Runs a policy once more. Returns undefined if its code has been deleted. */
async function run<Answer extends WithProblems>(
  task: Task,
  lane: Lane,
  { header, failed, evaluations = 1 }: Further<Answer>,
  { index, left }: { readonly index: number; readonly left: number },
): Promise<Answer | undefined> {
  const source = await sourceOf(task.policies[index]).catch(() => undefined);
  const verdict = task.verdicts[index];
  if (source === undefined || verdict === undefined) return undefined;
  const request = verdictRequest(task, lane, { ...source, warnings: false, findsOld: false, identifies: false });
  const soft = Math.max(1, Math.round(Math.min(lane.limits.soft, left)));
  return lane.host.request({
    ...request,
    failed,
    header: { ...request.header, rules: false, unknown: false, masked: false, 'timeout-ms': soft, ...header(verdict) },
    timeout: Math.min(lane.limits.hard, evaluations * soft + maxOverrun),
  });
}

/** Adds to each verdict the lines of the policy that evaluated to true. No more policies are run after an error. */
export const trueLinesStep = (task: Task): Step =>
  furtherStep<LinesAnswer>(task, {
    maxWork: task.options.trueLines?.maxWork ?? 0,
    isWanted: ({ status }) => task.options.trueLines?.statuses.includes(status) === true,
    header: () => ({ 'true-lines': true }),
    failed: (problem) => ({ status: 'errored', problems: [problem] }),
    add: (verdict, answer) =>
      answer === undefined || answer.status === 'errored'
        ? verdict
        : { ...verdict, 'true-lines': answer['true-lines'] ?? {} },
    isLast: ({ status }) => status === 'errored',
  });

type LinesAnswer = Pick<Verdict, 'status' | 'problems' | 'true-lines'>;

/** Maximum number of unknown attributes that are examined in one evaluation. */
const maxAttributes = 200;

/** Adds to each verdict the attributes on which it depends and whose values are known only after apply. */
export function examineStep(task: Task): Step {
  let left = maxAttributes;
  return furtherStep<ExamineAnswer>(task, {
    maxWork: task.options.examine?.maxWork ?? 0,
    isWanted: ({ result }) => result !== undefined,
    header: ({ result }) => ({ op: 'examine', result, attributes: left }),
    failed: (problem) => ({ ...notExamined, examined: 0, problems: [problem] }),
    add: ({ result: _examined, ...verdict }, answer) => {
      left -= answer?.examined ?? 0;
      return { ...verdict, unknown: valuesIn(answer) };
    },
  });
}

/** Adds to each verdict the masked values of a recorded input on which the verdict depends. */
export const examineMasksStep = (task: Task): Step =>
  furtherStep<ExamineAnswer>(task, {
    maxWork: task.options.examineMasks?.maxWork ?? 0,
    isWanted: (verdict) => verdict['masked-result'] !== undefined,
    header: ({ 'masked-result': result }) => ({ op: 'examine', result, masked: true }),
    failed: (problem) => ({ ...notExamined, examined: 0, problems: [problem] }),
    add: ({ 'masked-result': _examined, ...verdict }, answer) => ({ ...verdict, masked: valuesIn(answer) }),
  });

const valuesIn = ({ 'depends-on': dependsOn, count, 'is-complete': isComplete }: UnknownValues = notExamined) => ({
  'depends-on': dependsOn,
  count,
  'is-complete': isComplete,
});

interface OldAnswer extends WithProblems {
  readonly findings: readonly FindingAge[];
}

/**
 * Maximum number of evaluations for the ages of a policy's findings: two without the changes of the plan, and a
 * repetition of the original evaluation if its result was lost.
 */
const maxOldEvaluations = 3;

/** Adds to each verdict of a failed policy with the option `findsOld` the ages of its findings. */
export const oldStep = (task: Task): Step =>
  furtherStep<OldAnswer>(task, {
    maxWork: maxOldEvaluations * (task.options.maxWork ?? task.place.long.limits.evaluation),
    evaluations: maxOldEvaluations,
    isWanted: ({ findings }) => findings !== undefined,
    header: () => ({ op: 'find-old' }),
    failed: (problem) => ({ findings: [], problems: [problem] }),
    add: (verdict, answer) => ({
      ...verdict,
      findings: verdict.output.map((_finding, index) => answer?.findings[index] ?? notEvaluated),
    }),
  });

interface IdentifyAnswer extends WithProblems {
  readonly findings: readonly FindingIdentity[];
}

/**
 * Adds to each verdict of a failed policy with the option `identifies` the identities of its findings. The policy is
 * evaluated again only if the result of its evaluation was lost.
 */
export const identifyStep = (task: Task): Step =>
  furtherStep<IdentifyAnswer>(task, {
    maxWork: task.options.maxWork ?? task.place.long.limits.evaluation,
    isWanted: ({ identities }) => identities !== undefined,
    header: () => ({ op: 'identify' }),
    failed: (problem) => ({ findings: [], problems: [problem] }),
    add: (verdict, answer) => ({
      ...verdict,
      identities: verdict.output.map((_finding, index) => answer?.findings[index] ?? { reason: 'not-evaluated' }),
    }),
  });

const notExamined: UnknownValues = { 'depends-on': [], count: 0, 'is-complete': false };
