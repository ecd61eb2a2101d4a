// Evaluates the policies of a folder with a plan.
import type { PolicyProblem, Verdict } from '../../effects/policy-engine/answers.ts';
import type { EngineChoice } from '../../effects/policy-engine/engine-choice.ts';
import type { EvaluationInput } from '../../effects/policy-engine/evaluation.ts';
import { type Fault, sharedFaults, withoutFaults } from '../../effects/policy-engine/faults.ts';
import { planNotices, planProblems } from '../../effects/policy-engine/plan-problems.ts';
import { isMandatory } from '../../kernel/enforcement-levels.ts';
import { inputFormOf, wholeInputForm } from '../../kernel/input-form.ts';
import { dataHints } from '../policy-folder/data-hints.ts';
import type { CommandEngine } from '../policy-folder/engine.ts';
import type { FolderPolicy, PolicyFolder } from '../policy-folder/policy-folder.ts';
import { placed } from '../policy-folder/problems.ts';
import { type CommandProblem, NotChecked } from '../terminal/command.ts';

/** Outcome of a policy; `unreachable` where nothing here can evaluate it. */
export interface Outcome extends Omit<Verdict, 'status'> {
  readonly policy: Omit<FolderPolicy, 'modules'> & {
    /** True if it counts whatever its level, false if it does not; absent where its level decides. */
    readonly isBlocking?: boolean;
  };
  readonly status: Verdict['status'] | 'unreachable';
  /** True if a service does not count it, because all of its findings are exempt. */
  readonly isExempt: boolean;
}

export interface Report {
  readonly folder: Pick<PolicyFolder, 'path'>;
  /** The name of the file that lists the policies, empty where their rules do; null where a service has them, so that there are no files of them here. */
  readonly list: string | null;
  /** The file with the plan. */
  readonly plan: string;
  readonly outcomes: readonly Outcome[];
  /** The engine that evaluated, and the reason that it is this one; absent where a service did. */
  readonly engine?: { readonly kind: EngineChoice['kind']; readonly reason: string };
  /** Notices about the plan and about what applied to it, in sentences. */
  readonly notices: readonly string[];
  /** Sentences with what to do where no policy was evaluated. */
  readonly advice?: readonly string[];
  /** Reasons why the plan was not checked; then there are no outcomes. */
  readonly refusals?: readonly CommandProblem[];
  /** The evaluation of a service: its identifier, and the address of its page. */
  readonly evaluation?: { readonly id: string; readonly url: string };
}

/** The input, and the names of the files of its parts. */
export interface CheckInput {
  readonly input: EvaluationInput;
  readonly files: { readonly plan: string; readonly run?: string };
  /** The form that every policy gets the plan in; null where the list says it. */
  readonly form: string | null;
  /** The name of the policy whose rules are explained; undefined for none. */
  readonly explained?: string | undefined;
}

/** Throws `NotChecked` for an input that is none. */
export async function checkFolder(engine: CommandEngine, folder: PolicyFolder, checked: CheckInput): Promise<Report> {
  const { files, form, explained } = checked;
  const { code } = folder;
  const formOf = ({ input }: FolderPolicy) => inputFormOf(form, input);
  const evaluated = folder.policies.filter(({ kind }) => kind === 'opa');
  // A document that no policy takes for a plan can be anything.
  const isAnything = evaluated.length > 0 && evaluated.every((policy) => formOf(policy) === wholeInputForm);
  const { input, verdicts } = await engine.evaluate(
    checked.input,
    evaluated.map((policy) => ({
      query: policy.query ?? '',
      code,
      file: policy.file,
      form: formOf(policy),
      warnings: true,
      explain: policy.name === explained,
    })),
    isAnything ? undefined : planProblems,
  );
  if (input.problems.length > 0) {
    throw new NotChecked(...input.problems.map((problem) => inputSentence(problem, files)));
  }
  const hinted = await dataHints(
    folder,
    verdicts.flatMap(({ problems }) => problems),
  );
  const byName = new Map(
    verdicts.map((verdict, index) => [evaluated[index]?.name, { ...verdict, problems: verdict.problems.map(hinted) }]),
  );
  const outcomes = folder.policies.map((policy) => outcomeOf(policy, byName.get(policy.name)));
  const { kind, reason } = engine.choice;
  const about = { engine: { kind, reason }, notices: [...folder.notices, ...planNotices(input)] };
  return { folder, list: folder.list.name, plan: files.plan, outcomes, ...about };
}

const inputSentence = ({ file, row, column, message }: PolicyProblem, { plan, run = plan }: CheckInput['files']) =>
  `${[file === 'run' ? run : plan, ...(row === undefined ? [] : [row, column])].join(':')}: ${message}.`;

const outcomeOf = (policy: FolderPolicy, verdict: Verdict | undefined): Outcome =>
  verdict === undefined
    ? { policy, ...unreachable }
    : { policy: described(policy, verdict), ...verdict, isExempt: false };

/** The list says what a policy is about, else its code does. */
const described = (policy: FolderPolicy, { metadata }: Verdict): FolderPolicy => ({
  ...policy,
  description: policy.description ?? (metadata?.description || null),
});

const unreachable: Omit<Outcome, 'policy'> = {
  status: 'unreachable',
  isExempt: false,
  output: [],
  count: 0,
  prints: [],
  'duration-ms': 0,
  problems: [
    { code: 'no_evaluator', severity: 'error', message: 'Tipstaff does not evaluate policies of the kind native' },
  ],
};

/** True if an outcome keeps the plan from being applied. */
export const blocks = ({ policy, status, isExempt }: Outcome): boolean =>
  status !== 'passed' && (policy.isBlocking ?? isMandatory(policy.enforcementLevel)) && !policy.isShadow && !isExempt;

/** True if no policy gave a verdict, so that the plan passes without one. */
export const isUnchecked = ({ outcomes }: Report): boolean =>
  outcomes.every(({ status }) => status !== 'passed' && status !== 'failed');

/** True if the plan of a report was not checked, because it could not be read or was refused. */
export const isRefused = ({ refusals }: Report): boolean => refusals !== undefined;

/** Report of a plan that was not checked. */
export const refusedReport = (plan: string, refusals: readonly CommandProblem[]): Report => ({
  folder: { path: '' },
  list: null,
  plan,
  outcomes: [],
  notices: [],
  refusals,
});

/**
 * 2 when a plan was not checked; else 1 when a mandatory policy failed; else 2 when one could not be evaluated, or none was evaluated
 * where that is required.
 */
export function exitCodeOf(
  reports: readonly Report[],
  { requirePolicies }: { readonly requirePolicies: boolean },
): 0 | 1 | 2 {
  if (reports.some(isRefused)) return 2;
  const blocking = reports.flatMap(({ outcomes }) => outcomes.filter(blocks));
  if (blocking.some(({ status }) => status === 'failed')) return 1;
  return blocking.length > 0 || (requirePolicies && reports.some(isUnchecked)) ? 2 : 0;
}

/** File with the code of a policy, or the list where it names none; undefined for a policy on a service. */
export const fileOf = ({ folder, list }: Report, { file }: Outcome['policy']): string | undefined =>
  list === null ? undefined : placed(folder.path, file ?? list);

/**
 * Faults that several policies of a folder share, once for all plans, and the reports without them. Policies of a service are
 * not compared: they have files of the same names.
 */
export function withoutShared(reports: readonly Report[]): {
  readonly shared: readonly Fault[];
  readonly rest: readonly Report[];
} {
  const named = reports
    .filter(({ list }) => list !== null)
    .flatMap(({ outcomes }) => outcomes.map(({ policy, problems }) => ({ name: policy.name, problems })));
  const shared = sharedFaults(named);
  const rest = reports.map((report) => ({
    ...report,
    outcomes: report.outcomes.map((outcome) => ({ ...outcome, problems: withoutFaults(outcome.problems, shared) })),
  }));
  return { shared, rest };
}
