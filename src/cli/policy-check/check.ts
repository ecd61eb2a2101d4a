// Evaluates the policies of a folder with a plan.
import type { PolicyProblem, Verdict } from '../../effects/policy-engine/answers.ts';
import { planProblems } from '../../effects/policy-engine/plan-problems.ts';
import type { InputPart, PolicyEngine } from '../../effects/policy-engine/policy-engine.ts';
import { NotChecked } from '../command.ts';
import type { FolderPolicy, PolicyFolder } from '../policy-folder/policy-folder.ts';
import { placed } from '../policy-folder/problems.ts';

/** What a policy found; `unreachable` where nothing here can evaluate it. */
export interface Outcome extends Omit<Verdict, 'status'> {
  readonly policy: Omit<FolderPolicy, 'modules'>;
  readonly status: Verdict['status'] | 'unreachable';
  /** Whether a service does not count it, because all that it found is exempt. */
  readonly isExempt: boolean;
}

export interface Report {
  readonly folder: Pick<PolicyFolder, 'path'>;
  /** The name of the file that lists the policies; null where a service has them, so that there are no files of them here. */
  readonly list: string | null;
  /** The file with the plan. */
  readonly plan: string;
  readonly outcomes: readonly Outcome[];
}

/** The parts of the input, and the names of their files. */
export interface CheckInput {
  readonly parts: readonly InputPart[];
  readonly files: Readonly<Record<string, string>>;
  readonly plan: string;
  /** Whether the input is no plan, but what the policies take as it is. */
  readonly isRaw: boolean;
}

/** Throws `NotChecked` for an input that is none. */
export async function checkFolder(engine: PolicyEngine, folder: PolicyFolder, checked: CheckInput): Promise<Report> {
  const { parts, files, plan, isRaw } = checked;
  const evaluated = folder.policies.filter(({ kind }) => kind === 'opa');
  const { input, verdicts } = await engine.evaluate(
    parts,
    evaluated.map(({ query, modules }) => ({ query: query ?? '', modules, warnings: !isRaw })),
    isRaw ? undefined : planProblems,
  );
  if (input.problems.length > 0) {
    throw new NotChecked(...input.problems.map((problem) => inputSentence(problem, files, plan)));
  }
  const byName = new Map(verdicts.map((verdict, index) => [evaluated[index]?.name, verdict]));
  const outcomes = folder.policies.map((policy) => outcomeOf(policy, byName.get(policy.name)));
  return { folder, list: folder.list.name, plan, outcomes };
}

const inputSentence = ({ file = '', row, column, message }: PolicyProblem, files: CheckInput['files'], plan: string) =>
  `${[files[file] ?? plan, ...(row === undefined ? [] : [row, column])].join(':')}: ${message}.`;

const outcomeOf = (policy: FolderPolicy, verdict: Verdict | undefined): Outcome =>
  verdict === undefined ? { policy, ...unreachable } : { policy, ...verdict, isExempt: false };

const unreachable: Omit<Outcome, 'policy'> = {
  status: 'unreachable',
  isExempt: false,
  output: [],
  count: 0,
  prints: [],
  'duration-ms': 0,
  problems: [
    { code: 'no_evaluator', severity: 'error', message: 'nothing here evaluates policies of the kind native' },
  ],
};

/** Whether an outcome keeps the plan from being applied. */
export const blocks = ({ policy, status, isExempt }: Outcome): boolean =>
  status !== 'passed' && policy.enforcementLevel !== 'advisory' && !policy.isShadow && !isExempt;

/** 1 when a mandatory policy failed; 2 when one could not be evaluated, and none failed. */
export function exitCodeOf({ outcomes }: Report): 0 | 1 | 2 {
  const blocking = outcomes.filter(blocks);
  if (blocking.some(({ status }) => status === 'failed')) return 1;
  return blocking.length > 0 ? 2 : 0;
}

/** Where the code of a policy is; undefined where it is on a service. */
export const fileOf = ({ folder, list }: Report, { file }: Outcome['policy']): string | undefined =>
  list === null ? undefined : placed(folder.path, file ?? list);
