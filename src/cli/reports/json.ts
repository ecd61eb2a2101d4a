import { dependsOnUnknown } from '../../effects/policy-engine/unknown-sentence.ts';
import { heading } from '../../protocols/module-lists/warning-text.ts';
import type { ModuleCheckReport as ModuleReport } from '../module-check/check.ts';
import {
  blocks,
  isRefused,
  isUnchecked,
  type PolicyCheckResult,
  type Report,
  withoutShared,
} from '../policy-check/check.ts';
import type { TestReport } from '../policy-folder/test-report.ts';
import { terminalJson } from '../terminal/terminal-text.ts';

export const plans = (reports: readonly Report[]): string => terminalJson(documentOfPlans(reports));

export const modules = (report: ModuleReport): string => terminalJson(documentOfModules(report));

export const tests = ({ answer }: TestReport): string => terminalJson(answer);

/** Returns one document for a single plan, and a list of documents for several plans. */
export function documentOfPlans(reports: readonly Report[]): object {
  const { shared: faults } = withoutShared(reports);
  const documents = reports.map(jsonOf);
  if (documents.length === 1) return { ...documents[0], faults };
  return { passed: reports.every(isPassed), plans: documents, faults };
}

const isPassed = (report: Report): boolean => !isRefused(report) && !report.outcomes.some(blocks);

const jsonOf = (report: Report): object => ({
  name: report.name ?? report.plan,
  ...(report.pipeline && { pipeline: report.pipeline }),
  plan: report.plan,
  source: report.source,
  passed: isPassed(report),
  ...(report.refusals && { 'not-checked': report.refusals.map(({ detail }) => detail) }),
  'nothing-evaluated': isUnchecked(report),
  notices: report.notices,
  ...(report.outcomes.some(({ unknown }) => unknown) && {
    'result-count': { unknown: report.outcomes.filter(({ unknown }) => unknown && dependsOnUnknown(unknown)).length },
  }),
  ...(report.engine && { engine: report.engine }),
  ...(report.evaluation && { evaluation: report.evaluation }),
  policies: report.outcomes.map(jsonOfOutcome),
});

const jsonOfOutcome = ({ policy, problems, prints, count, unknown, ...outcome }: PolicyCheckResult): object => {
  const { isExempt, isApproved, isOld, oldOutput, oldCount, newReasons, sources, oldSources, ...rest } = outcome;
  return {
    name: policy.name,
    ...(policy.id !== undefined && { id: policy.id }),
    kind: policy.kind,
    query: policy.query,
    description: policy.description,
    'enforcement-level': policy.enforcementLevel,
    introduction: policy.introduction,
    shadow: policy.introduction === 'shadow',
    exempt: isExempt,
    approved: isApproved,
    old: isOld,
    ...rest,
    'output-count': count,
    'old-output': oldOutput,
    'old-output-count': oldCount,
    'new-reasons': newReasons,
    ...(sources && { sources, 'old-sources': oldSources }),
    problems,
    prints,
    ...(unknown && {
      'depends-on-unknown': unknown['depends-on'],
      'depends-on-unknown-count': unknown.count,
      'unknown-examined-completely': unknown['is-complete'],
    }),
  };
};

export const documentOfModules = ({ findings, checked, ignored }: ModuleReport): object => ({
  message: findings.length === 0 ? null : heading,
  checked,
  ignored,
  warnings: findings.map(({ 'requested-version': requested, 'newest-version': newest, ...rest }) => ({
    ...rest,
    'requested-version': requested,
    'newest-version': newest,
  })),
});
