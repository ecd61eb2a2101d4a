// Converts the document of a plan in a JSON report to a report. The statuses of policies are determined again from the
// findings and errors, because the report may have been changed.
import { sparesOld } from '../../kernel/introduction.ts';
import type { PolicyCheckResult, Report } from '../policy-check/check.ts';
import type { ReportedPlan, ReportedPolicy } from './report-schema.ts';

/** Maximum number of findings of a policy that are kept. A comment has no room for more. */
const maxFindings = 1_000;

export const reportOfPlan = (plan: ReportedPlan): Report => ({
  name: plan.name,
  folder: { path: '' },
  list: plan.evaluation === undefined ? '' : null,
  plan: plan.name,
  source: plan.source,
  outcomes: plan.policies.map(resultOf),
  notices: plan.notices,
  ...(plan['not-checked'] && { refusals: plan['not-checked'].map((detail) => ({ detail })) }),
  ...(plan.evaluation && { evaluation: plan.evaluation }),
});

function resultOf(policy: ReportedPolicy): PolicyCheckResult {
  const { introduction, output, 'old-output': oldOutput } = policy;
  const count = Math.max(output.length, policy['output-count']);
  const oldCount = Math.max(oldOutput.length, policy['old-output-count']);
  const level = policy['enforcement-level'];
  return {
    policy: {
      name: policy.name,
      ...(policy.id !== undefined && { id: policy.id }),
      kind: 'opa',
      query: null,
      input: null,
      description: policy.description,
      enforcementLevel: level,
      introduction,
      file: null,
    },
    status: statusOf(policy, count + oldCount),
    isExempt: policy.exempt,
    isApproved: policy.approved,
    approvals: policy.approvals,
    isOld: sparesOld(introduction, level) && count === 0 && oldCount > 0,
    output: output.slice(0, maxFindings),
    count,
    oldOutput: oldOutput.slice(0, maxFindings),
    oldCount,
    newReasons: policy['new-reasons'].slice(0, maxFindings),
    ...(policy.sources && { sources: policy.sources }),
    ...(policy['old-sources'] && { oldSources: policy['old-sources'] }),
    problems: policy.problems,
    prints: [],
    'duration-ms': 0,
    ...(policy.metadata && { metadata: policy.metadata }),
    ...unknownOf(policy),
  };
}

/** A policy with errors or findings has not passed. */
function statusOf({ status, problems }: ReportedPolicy, findings: number): ReportedPolicy['status'] {
  if (status !== 'passed') return status;
  if (findings > 0) return 'failed';
  return problems.some(({ severity }) => severity === 'error') ? 'errored' : 'passed';
}

function unknownOf(policy: ReportedPolicy): Pick<PolicyCheckResult, 'unknown'> {
  const attributes = policy['depends-on-unknown'];
  if (attributes === undefined) return {};
  const count = Math.max(attributes.length, policy['depends-on-unknown-count'] ?? 0);
  const isComplete = policy['unknown-examined-completely'] ?? false;
  return { unknown: { 'depends-on': attributes, count, 'is-complete': isComplete } };
}
