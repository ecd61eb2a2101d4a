import type { Config } from '../../../config.ts';
import { withWrittenNames } from '../../../configuration/written-names.ts';
import type { ReportProgress } from '../../../db/inspect.ts';
import { type DoctorFinding, problem } from '../../../domains/instance/commands.ts';
import type { Environment } from '../../../environment.ts';
import { checkDatabase, checkMachine } from '../../doctor/data.ts';
import { checkDrafts } from '../../doctor/drafts.ts';
import { checkPolicyEngine, checkPort, checkTraces, readConfiguration } from '../../doctor/environment.ts';
import type { Action, Output, Terminal } from '../../terminal/command.ts';
import { failureOf } from '../../terminal/failure.ts';
import { aligned } from '../../terminal/output.ts';

type Check = (config: Config, progress: ReportProgress) => Promise<readonly DoctorFinding[]>;

/** Runs a check. An exception is turned into a finding, so that the other checks still run. */
const outcomeOf = async (check: Check, config: Config, progress: ReportProgress): Promise<readonly DoctorFinding[]> => {
  try {
    return await check(config, progress);
  } catch (error) {
    return failureOf(error).problems.map(({ detail }) => problem('doctor', detail));
  }
};

const examine = async (environment: Environment, progress: ReportProgress): Promise<readonly DoctorFinding[]> => {
  const { config, findings } = readConfiguration(environment);
  if (config === undefined) return findings;
  const checks = [checkMachine, checkPort, checkPolicyEngine, checkTraces, checkDrafts, checkDatabase];
  const results = await Promise.all(checks.map((check) => outcomeOf(check, config, progress)));
  return [...findings, ...results.flat()];
};

const verdictOf = (findings: readonly DoctorFinding[]): string => {
  const count = findings.filter(({ status }) => status === 'problem').length;
  if (count === 0) return 'No problems were found.';
  return count === 1 ? '1 problem was found.' : `${count} problems were found.`;
};

const report = (findings: readonly DoctorFinding[]): Output => {
  const isHealthy = findings.every(({ status }) => status !== 'problem');
  const lines = aligned(findings.map(({ check, status, detail }) => [status, check, detail]));
  return {
    text: `${lines}\n${verdictOf(findings)}`,
    json: { healthy: isHealthy, findings },
    exitCode: isHealthy ? 0 : 1,
  };
};

/** Reports progress at most every two seconds, so quick checks print nothing. */
const paced = ({ progress }: Terminal): ReportProgress => {
  let last = performance.now();
  return (sentence) => {
    if (performance.now() - last < progressEvery) return;
    last = performance.now();
    progress(sentence);
  };
};

const progressEvery = 2_000;

export const doctor: Action = async (_called, terminal) => {
  const { environment } = terminal;
  const findings = await examine(environment, paced(terminal));
  return report(findings.map((finding) => ({ ...finding, detail: withWrittenNames(environment, finding.detail) })));
};
