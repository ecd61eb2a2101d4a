// Evaluates the policies of a folder for a plan.
import type { PolicyProblem, Verdict } from '../../effects/policy-engine/answers.ts';
import type { EngineChoice } from '../../effects/policy-engine/engine-choice.ts';
import type { EvaluationInput } from '../../effects/policy-engine/evaluation.ts';
import { type FileFault, sharedFaults, withoutFaults } from '../../effects/policy-engine/faults.ts';
import { planNotices, planProblems } from '../../effects/policy-engine/plan-problems.ts';
import { isMandatory } from '../../kernel/enforcement-levels.ts';
import { inputFormOf, wholeInputForm } from '../../kernel/input-form.ts';
import { dataHints } from '../policy-folder/data-hints.ts';
import type { CommandEngine } from '../policy-folder/engine.ts';
import type { FolderPolicy, PolicyFolder } from '../policy-folder/policy-folder.ts';
import { placed } from '../policy-folder/problems.ts';
import { type CommandProblem, NotChecked } from '../terminal/command.ts';

/** Outcome of a policy. Its status is `unreachable` if the command line cannot evaluate it. */
export interface PolicyCheckResult extends Omit<Verdict, 'status'> {
  readonly policy: Omit<FolderPolicy, 'modules'> & {
    /** Overrides whether a failure of the policy blocks. If absent, the enforcement level decides. */
    readonly isBlocking?: boolean;
  };
  readonly status: Verdict['status'] | 'unreachable';
  /** Whether all findings of the policy are exempt, so that the service ignores the failure. */
  readonly isExempt: boolean;
}

export interface Report {
  readonly folder: Pick<PolicyFolder, 'path'>;
  /**
   * Name of the policy list's file; empty if the policies are selected by rules, null if the policies are on a service.
   */
  readonly list: string | null;
  /** Name of the plan file. */
  readonly plan: string;
  readonly outcomes: readonly PolicyCheckResult[];
  /** Engine that evaluated the policies, and why it was chosen; absent if a service evaluated them. */
  readonly engine?: { readonly kind: EngineChoice['kind']; readonly reason: string };
  /** Notices about the plan and its evaluation, as sentences. */
  readonly notices: readonly string[];
  /** Advice, as sentences, for the case that no policy was evaluated. */
  readonly advice?: readonly string[];
  /** Reasons why the plan was not checked. If set, there are no outcomes. */
  readonly refusals?: readonly CommandProblem[];
  /** Identifier of the evaluation on a service, and the URL of its page. */
  readonly evaluation?: { readonly id: string; readonly url: string };
}

/** Input document, and the names of the files that it consists of. */
export interface CheckInput {
  readonly input: EvaluationInput;
  readonly files: { readonly plan: string; readonly run?: string };
  /** Input form for all policies; null to use the forms in the policy list. */
  readonly form: string | null;
  /** Name of the policy whose rules are explained; undefined for none. */
  readonly explained?: string | undefined;
}

/** Evaluates the policies of a folder. Throws `NotChecked` if the input is not valid. */
export async function checkFolder(engine: CommandEngine, folder: PolicyFolder, checked: CheckInput): Promise<Report> {
  const { files, form, explained } = checked;
  const { code } = folder;
  const formOf = ({ input }: FolderPolicy) => inputFormOf(form, input);
  const evaluated = folder.policies.filter(({ kind }) => kind === 'opa');
  // If every policy uses the whole document as its input, the document does not have to be a plan.
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

const outcomeOf = (policy: FolderPolicy, verdict: Verdict | undefined): PolicyCheckResult =>
  verdict === undefined
    ? { policy, ...unreachable }
    : { policy: described(policy, verdict), ...verdict, isExempt: false };

/** A description in the policy list takes precedence over the one in the code. */
const described = (policy: FolderPolicy, { metadata }: Verdict): FolderPolicy => ({
  ...policy,
  description: policy.description ?? (metadata?.description || null),
});

const unreachable: Omit<PolicyCheckResult, 'policy'> = {
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

/** Whether the outcome blocks the plan from being applied. */
export const blocks = ({ policy, status, isExempt }: PolicyCheckResult): boolean =>
  status !== 'passed' && (policy.isBlocking ?? isMandatory(policy.enforcementLevel)) && !policy.isShadow && !isExempt;

/** Whether no policy produced a verdict, so that the plan passes unchecked. */
export const isUnchecked = ({ outcomes }: Report): boolean =>
  outcomes.every(({ status }) => status !== 'passed' && status !== 'failed');

/** Whether the plan was not checked because it could not be read or was refused. */
export const isRefused = ({ refusals }: Report): boolean => refusals !== undefined;

export const refusedReport = (plan: string, refusals: readonly CommandProblem[]): Report => ({
  folder: { path: '' },
  list: null,
  plan,
  outcomes: [],
  notices: [],
  refusals,
});

/**
 * Returns the exit status. In order of precedence: 2 if a plan was not checked; 1 if a blocking policy failed; 2 if a
 * blocking policy could not be evaluated, or if policies are required and none was evaluated; otherwise 0.
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

/**
 * Path of the file with a policy's code, or of the policy list if it names no file; undefined for a policy on a
 * service.
 */
export const fileOf = ({ folder, list }: Report, { file }: PolicyCheckResult['policy']): string | undefined =>
  list === null ? undefined : placed(folder.path, file ?? list);

/**
 * Extracts the faults that several policies of a folder have in common, so that they are reported once, and returns the
 * reports without them. Policies of a service are not compared, since files of different sets can have the same names.
 */
export function withoutShared(reports: readonly Report[]): {
  readonly shared: readonly FileFault[];
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
