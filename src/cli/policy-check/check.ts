// Evaluates the policies in a folder for a plan.
import type { PolicyProblem, Verdict } from '../../effects/policy-engine/answers.ts';
import type { EngineChoice } from '../../effects/policy-engine/engine-choice.ts';
import { type EvaluationInput, examine } from '../../effects/policy-engine/evaluation.ts';
import { type FileFault, sharedFaults, withoutFaults } from '../../effects/policy-engine/faults.ts';
import { separated } from '../../effects/policy-engine/findings-by-age.ts';
import { type ExplainedFinding, withExplanation } from '../../effects/policy-engine/new-sentence.ts';
import { planNotices, planProblems } from '../../effects/policy-engine/plan-problems.ts';
import type { PolicyParameters } from '../../effects/policy-engine/policy-code.ts';
import { problemOfUndecided } from '../../effects/policy-engine/unknown-sentence.ts';
import { isMandatory } from '../../kernel/enforcement-levels.ts';
import { inputFormOf, wholeInputForm } from '../../kernel/input-form.ts';
import { sparesOld } from '../../kernel/introduction.ts';
import { strictestOf, type UnknownValueSetting } from '../../kernel/unknown-values.ts';
import type { Pipeline } from '../comment/pull-request.ts';
import type { SourceLine } from '../configuration-lines/locator.ts';
import { dataHints } from '../policy-folder/data-hints.ts';
import type { CommandEngine } from '../policy-folder/engine.ts';
import type { FolderPolicy, PolicyFolder } from '../policy-folder/policy-folder.ts';
import { placed } from '../policy-folder/problems.ts';
import { type CommandProblem, NotChecked } from '../terminal/command.ts';

/** Outcome of a policy. Its status is `unreachable` if the command cannot evaluate the policy. */
export interface PolicyCheckResult extends Omit<Verdict, 'status' | 'findings'> {
  readonly policy: Omit<FolderPolicy, 'modules'> & {
    /** Whether a failure of the policy blocks the plan. If undefined, the enforcement level decides. */
    readonly isBlocking?: boolean;
    /** Identifier of a policy on a service, as in the outcomes of an evaluation. */
    readonly id?: string;
  };
  readonly status: Verdict['status'] | 'unreachable';
  /** Whether all findings of the policy are exempt. The failure then does not block. */
  readonly isExempt: boolean;
  /**
   * Whether all findings that are not exempt are old, which means present before the plan. The failure then does not
   * block.
   */
  readonly isOld: boolean;
  /** Whether the policy would block, but approvals cover all findings that block the plan. */
  readonly isApproved: boolean;
  /** Approvals of findings in `output`, which were given for the same findings of an earlier evaluation. */
  readonly approvals: readonly Approval[];
  /** Old findings, which do not block. `output` and `count` do not include them. */
  readonly oldOutput: readonly unknown[];
  /** Number of old findings, including those that the service left out of the list. */
  readonly oldCount: number;
  /** For each finding in `output`, the reason why it is new. Empty if the policy treats old findings like new ones. */
  readonly newReasons: readonly ExplainedFinding[];
  /**
   * For each finding in `output`, the line of the configuration that it belongs to, or null if there is none. Undefined if
   * the check has no configuration.
   */
  readonly sources?: readonly (SourceLine | null)[];
  /** The same for the findings in `oldOutput`. */
  readonly oldSources?: readonly (SourceLine | null)[];
}

/** Approval of findings in the form that JSON reports contain. */
export interface Approval {
  readonly id: string;
  /** Name of the user or token that gave the approval. */
  readonly by: string;
  readonly comment: string;
  readonly 'expires-at': string;
  /** Indexes of the approved findings in the output of the policy. */
  readonly findings: readonly number[];
}

export interface Report {
  /** Name of the stack that the plan belongs to; by default, the workspace or the name of the plan file. */
  readonly name?: string;
  /** Pipeline in which the plan was checked. Undefined outside pipelines. */
  readonly pipeline?: Pipeline | undefined;
  readonly folder: Pick<PolicyFolder, 'path'>;
  /**
   * File name of the policy list. Empty if the policies are selected by rules; null if the policies are on a service.
   */
  readonly list: string | null;
  /** Name of the plan file. */
  readonly plan: string;
  /** Content of the plan file. If it is a state, the policies were evaluated with a plan that changes nothing. */
  readonly source: 'plan' | 'state';
  readonly outcomes: readonly PolicyCheckResult[];
  /**
   * Engine that evaluated the policies, and the reason for choosing this engine. Undefined if a service evaluated the
   * policies.
   */
  readonly engine?: { readonly kind: EngineChoice['kind']; readonly reason: string };
  /** Notices about the plan and its evaluation, as sentences. */
  readonly notices: readonly string[];
  /** Advice, as sentences, that is set if no policy was evaluated. */
  readonly advice?: readonly string[];
  /** Reasons why the plan was not checked. If set, there are no outcomes. */
  readonly refusals?: readonly CommandProblem[];
  /** Evaluation on a service. Undefined if the policies are in a folder. */
  readonly evaluation?: ReportedEvaluation;
}

interface ReportedEvaluation {
  readonly id: string;
  /** URL of the evaluation's page. */
  readonly url: string;
  /** Identifier of the workspace; null if the evaluation has none. People can only ask for exemptions in a workspace. */
  readonly workspace: string | null;
}

/** Input document for the policies, and the names of the files that the document was read from. */
export interface CheckInput extends Pick<Report, 'source'> {
  readonly input: EvaluationInput;
  readonly files: { readonly plan: string; readonly run?: string };
  /** Input form for all policies; null if each policy uses its input form from the policy list. */
  readonly form: string | null;
  /** Name of the policy whose rules are explained in the output; undefined for no explanation. */
  readonly explained?: string | undefined;
  readonly parameters?: PolicyParameters | undefined;
  /**
   * Setting that determines whether a verdict that depends on unknown values is accepted. A stricter setting in the
   * policy list takes precedence.
   */
  readonly unknownValues?: UnknownValueSetting | undefined;
}

/** Evaluates the policies in a folder. Throws `NotChecked` if the input is not valid. */
export async function checkFolder(engine: CommandEngine, folder: PolicyFolder, checked: CheckInput): Promise<Report> {
  const { files, form, source, explained, parameters } = checked;
  const { code } = folder;
  const formOf = ({ input }: FolderPolicy) => inputFormOf(form, input);
  const evaluated = folder.policies.filter(({ kind }) => kind === 'opa');
  // If the input of every policy is the whole document, the document need not be a plan.
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
      findsOld: sparesOld(policy.introduction, policy.enforcementLevel),
      ...(parameters && { parameters }),
    })),
    isAnything ? undefined : planProblems,
    { examine },
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
  const outcomes = folder.policies.map((policy) =>
    outcomeOf(policy, byName.get(policy.name), strictestOf(checked.unknownValues, policy.unknownValues)),
  );
  const { kind, reason } = engine.choice;
  const about = { engine: { kind, reason }, notices: [...folder.notices, ...planNotices(input)] };
  return { folder, list: folder.list.name, plan: files.plan, source, outcomes, ...about };
}

/** Formats a problem of an input document with its file and position. */
export const inputSentence = (
  { file, row, column, message }: PolicyProblem,
  { plan, run = plan }: CheckInput['files'],
) => `${[file === 'run' ? run : plan, ...(row === undefined ? [] : [row, column])].join(':')}: ${message}.`;

const outcomeOf = (
  policy: FolderPolicy,
  verdict: Verdict | undefined,
  setting: UnknownValueSetting,
): PolicyCheckResult =>
  verdict === undefined
    ? { policy, ...unreachable }
    : { policy: described(policy, verdict), ...withoutOld(decided(policy, verdict, setting)), ...noException };

/** Moves the old findings of a failed policy from `output` to `oldOutput`. */
function withoutOld({ findings: ages, ...verdict }: Verdict) {
  if (ages === undefined || verdict.status !== 'failed') return { ...verdict, ...nothingOld };
  const { output, count, reasons, old, isOld } = separated({ ...verdict, ages });
  return {
    ...verdict,
    output,
    count,
    isOld,
    oldOutput: old,
    oldCount: old.length,
    newReasons: reasons.map(withExplanation),
  };
}

const noException = { isExempt: false, isApproved: false, approvals: [] };

const nothingOld = { isOld: false, oldOutput: [], oldCount: 0, newReasons: [] };

/**
 * Returns the verdict of a policy. If `setting` does not accept a verdict that depends on unknown values, the status
 * becomes `errored`, and the findings are kept.
 */
function decided(
  { enforcementLevel: level, introduction }: FolderPolicy,
  verdict: Verdict,
  setting: UnknownValueSetting,
): Verdict {
  const message = problemOfUndecided(setting, { level, isShadow: introduction === 'shadow' }, verdict.unknown);
  if (message === undefined) return verdict;
  const problem = { code: 'undecided', severity: 'error', message } as const;
  return { ...verdict, status: 'errored', problems: [...verdict.problems, problem] };
}

/** A description in the policy list takes precedence over the one in the code. */
const described = (policy: FolderPolicy, { metadata }: Verdict): FolderPolicy => ({
  ...policy,
  description: policy.description ?? (metadata?.description || null),
});

const unreachable: Omit<PolicyCheckResult, 'policy'> = {
  status: 'unreachable',
  ...noException,
  ...nothingOld,
  output: [],
  count: 0,
  prints: [],
  'duration-ms': 0,
  problems: [
    { code: 'no_evaluator', severity: 'error', message: 'Tipstaff does not evaluate policies of the kind native' },
  ],
};

/** Whether the outcome prevents the plan from being applied. */
export const blocks = ({ policy, status, isExempt, isApproved, isOld }: PolicyCheckResult): boolean =>
  status !== 'passed' &&
  (policy.isBlocking ?? isMandatory(policy.enforcementLevel)) &&
  policy.introduction !== 'shadow' &&
  !isExempt &&
  !isApproved &&
  !isOld;

/** Whether no policy passed or failed. The plan is then not checked by any policy. */
export const isUnchecked = ({ outcomes }: Report): boolean =>
  outcomes.every(({ status }) => status !== 'passed' && status !== 'failed');

/** Whether the plan was not checked because it could not be read or was refused. */
export const isRefused = ({ refusals }: Report): boolean => refusals !== undefined;

export const refusedReport = (plan: string, source: Report['source'], refusals: readonly CommandProblem[]): Report => ({
  folder: { path: '' },
  list: null,
  plan,
  source,
  outcomes: [],
  notices: [],
  refusals,
});

/**
 * Returns the exit status of the command: 2 if a plan was not checked; otherwise 1 if a blocking policy failed;
 * otherwise 2 if a blocking policy could not be evaluated, or if policies are required and none was evaluated;
 * otherwise 0.
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
 * Path of the file with a policy's code. If the policy names no file, this is the path of the policy list. Undefined
 * for a policy on a service.
 */
export const fileOf = ({ folder, list }: Report, { file }: PolicyCheckResult['policy']): string | undefined =>
  list === null ? undefined : placed(folder.path, file ?? list);

/**
 * Separates the faults that several policies in a folder have in common, so that each fault is reported once. `rest`
 * contains the reports without these faults. Policies on a service are not compared, because files of different policy
 * sets can have the same names.
 */
export function withoutShared(reports: readonly Report[]): {
  readonly shared: readonly FileFault[];
  readonly rest: readonly Report[];
} {
  const named = reports
    .filter(({ list }) => list !== null)
    .flatMap(({ outcomes }) => outcomes.map(({ policy, problems }) => ({ name: policy.name, problems })));
  const shared = sharedFaults(named);
  const unshared = withoutFaults(shared);
  const rest = reports.map((report) => ({
    ...report,
    outcomes: report.outcomes.map((outcome) => ({ ...outcome, problems: unshared(outcome.problems) })),
  }));
  return { shared, rest };
}
