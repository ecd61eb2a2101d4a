// Formats reports as JUnit XML.
import type { PolicyTest } from '../../effects/policy-engine/answers.ts';
import { blocks, fileOf, isRefused, type PolicyCheckResult, type Report } from '../policy-check/check.ts';
import {
  aboutPolicy,
  adviceOf,
  detailsOf,
  evaluationLines,
  noticesOf,
  oldLinesOf,
  severityLine,
  statusText,
  unknownNotices,
  warningsOf,
} from '../policy-check/texts.ts';
import { placed } from '../policy-folder/problems.ts';
import { faultLines, placeOf, printLines, type TestReport } from '../policy-folder/test-report.ts';
import { type JunitCase, type JunitFault, junitReport } from './junit-document.ts';

/**
 * Returns a test suite for each plan, with a test case for each policy. Findings of advisory policies and old findings
 * are reported as output, because JUnit has no status for warnings.
 */
export const plans = (reports: readonly Report[]): string =>
  junitReport(
    reports.map((report) => ({
      name: reports.length === 1 ? 'tipstaff check' : `tipstaff check ${report.plan}`,
      cases: isRefused(report) ? [caseOfRefused(report)] : report.outcomes.map((outcome) => caseOf(report, outcome)),
      output: [...noticesOf(report), ...unknownNotices([report]), ...evaluationLines([report])].join('\n'),
    })),
  );

/** Reports an unchecked plan as a failed test case, because a suite without cases would count as passed. */
function caseOfRefused({ plan, refusals = [] }: Report): JunitCase {
  const [message = '', ...others] = refusals.map(({ detail }) => detail);
  const fault = { kind: 'error', message, type: 'not-checked', text: [message, ...others].join('\n') } as const;
  return { name: plan, classname: plan, duration: 0, fault };
}

function caseOf(report: Report, outcome: PolicyCheckResult): JunitCase {
  const { policy, status } = outcome;
  const warnings = warningsOf(report, outcome).map((line) => `warning: ${line}`);
  const advice = status === 'failed' ? [...severityLine(outcome), ...adviceOf(outcome)] : [];
  const details = [...detailsOf(report, outcome), ...advice, ...warnings].join('\n');
  const written = {
    name: policy.name,
    classname: fileOf(report, policy) ?? setOf(policy),
    duration: outcome['duration-ms'],
  };
  if (status === 'passed') return { ...written, output: details };
  const old = oldLinesOf(outcome).join('\n');
  if (!blocks(outcome))
    return { ...written, output: `${statusText(outcome)}: ${[details, old].filter((text) => text !== '').join('\n')}` };
  const kind = status === 'failed' ? 'failure' : 'error';
  return {
    ...written,
    output: old,
    fault: { kind, message: aboutPolicy(outcome).join(': ') || status, type: status, text: details },
  };
}

/** Returns the name of a policy's set. On a service, the policy's name has the form `set/policy`. */
const setOf = ({ name }: PolicyCheckResult['policy']): string => name.split('/')[0] ?? '';

export const tests = ({ path, answer }: TestReport): string =>
  junitReport([{ name: 'tipstaff policy test', cases: answer.tests.map((test) => caseOfTest(path, test)) }]);

const faultKinds: Readonly<Record<PolicyTest['status'], JunitFault['kind'] | undefined>> = {
  passed: undefined,
  failed: 'failure',
  errored: 'error',
  skipped: 'skipped',
};

function caseOfTest(path: string, test: PolicyTest): JunitCase {
  const { name, status, file } = test;
  const kind = faultKinds[status];
  const lines = faultLines(path, test);
  const message = lines[0] ?? `${placeOf(path, test)}: ${status}`;
  return {
    name,
    classname: placed(path, file),
    duration: test['duration-ms'],
    output: printLines(test).join('\n'),
    ...(kind !== undefined && { fault: { kind, message, type: status, text: lines.join('\n') } }),
  };
}
