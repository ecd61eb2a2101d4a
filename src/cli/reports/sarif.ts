// Formats reports as SARIF 2.1.0 for code scanning.
import { isMandatory } from '../../kernel/enforcement-levels.ts';
import { isWebAddress } from '../../lib/network/web-link.ts';
import type { DeprecatedModule as ModuleFinding, ModuleCheckReport as ModuleReport } from '../module-check/check.ts';
import { type PolicyCheckResult, type Report, withoutShared } from '../policy-check/check.ts';
import { type Finding, findingOfFault, findingsOf, oldFindingsOf, shownPlace } from '../policy-check/findings.ts';
import { aboutPlan, aboutPolicy, adviceOf, allNotices, refusalsOf, severityLine } from '../policy-check/texts.ts';
import { terminalJson } from '../terminal/terminal-text.ts';
import { inRepository } from './in-repository.ts';
import { type SarifResult, type SarifRule, sarifLog } from './sarif-document.ts';

export function plans(reports: readonly Report[], root: string | undefined): string {
  const { shared, rest } = withoutShared(reports);
  const ruleOfPolicy = new Map(
    reports.flatMap(({ outcomes }) => outcomes.map((each) => [each.policy.name, ruleOf(each)])),
  );
  const ruleOfCode = new Map(shared.map(({ problem: { code } }) => [code, ruleOfFaults(code)]));
  const rules = [...ruleOfPolicy.values(), ...ruleOfCode.values()];
  const placeOfRule = (rule: SarifRule | undefined) => ({
    rule: rule?.id ?? '',
    ruleIndex: rule === undefined ? -1 : rules.indexOf(rule),
  });
  const results = rest.flatMap((report) =>
    report.outcomes.flatMap((outcome) =>
      [...findingsOf(report, outcome), ...oldFindingsOf(report, outcome)].map(({ identity, message, ...finding }) =>
        resultOf(placesIn(report, finding, root), placeOfRule(ruleOfPolicy.get(outcome.policy.name)), {
          ...finding,
          message: aboutPlan(reports, report, message),
          identity: aboutPlan(reports, report, identity ?? message),
        }),
      ),
    ),
  );
  const faults = shared.map((fault) => {
    const finding = findingOfFault(reports, fault);
    return resultOf(placesIn(reports[0], finding, root), placeOfRule(ruleOfCode.get(fault.problem.code)), finding);
  });
  return terminalJson(sarifLog(rules, [...faults, ...results], allNotices(reports), refusalsOf(reports)));
}

function ruleOf(outcome: PolicyCheckResult): SarifRule {
  const { policy, metadata } = outcome;
  const { name, enforcementLevel, introduction } = policy;
  const [summary = name, description = summary] = aboutPolicy(outcome);
  const level = introduction === 'shadow' || !isMandatory(enforcementLevel) ? 'warning' : 'error';
  const help = [
    `${description} Change the plan until the policy ${name} passes.`,
    ...severityLine(outcome),
    ...adviceOf(outcome),
  ].join('\n');
  // The URL is parsed to normalize it, because some authors leave spaces in links.
  const helpUri = URL.parse(metadata?.related_resources.map(({ ref }) => ref).find(isWebAddress) ?? '')?.href;
  return { id: name, summary, description, help, level, helpUri, severity: metadata?.severity };
}

/** Returns the SARIF rule for faults in files that several policies share. */
const ruleOfFaults = (code: string): SarifRule => ({
  id: code,
  summary: 'Code that several policies share has no errors.',
  description: 'Code that several policies share has no errors.',
  help: 'Correct the file: until then, the policies in the message have no verdict.',
  level: 'error',
});

/** Locations of a finding. A finding of a policy on a service without a line of the configuration is in the plan. */
function placesIn(report: Report | undefined, finding: Pick<Finding, 'place' | 'source'>, root: string | undefined) {
  const { file, line } = shownPlace(finding, root) ?? inRepository({ file: report?.plan ?? '', line: 1 }, root);
  return { file, line, policyPlace: finding.source ? shownPlace({ place: finding.place }, root) : undefined };
}

const resultOf = (
  places: Pick<SarifResult, 'file' | 'line' | 'policyPlace'>,
  { rule, ruleIndex }: Pick<SarifResult, 'rule' | 'ruleIndex'>,
  { level, message, identity = message, age }: Omit<Finding, 'place'>,
): SarifResult => ({
  rule,
  ruleIndex,
  message,
  level: level === 'notice' ? 'note' : level,
  ...places,
  fingerprint: { key: 'policyMember/v1', text: `${rule} ${identity}` },
  baselineState: age && baselineStates[age],
});

const baselineStates = { new: 'new', old: 'unchanged' } as const;

export const modules = ({ findings }: ModuleReport, root: string | undefined): string =>
  terminalJson(
    sarifLog(
      [moduleRule],
      findings.flatMap(resultsOfModule).map((result) => inRepository(result, root)),
    ),
  );

const moduleRule: SarifRule = {
  id: 'deprecated-module-version',
  name: 'DeprecatedModuleVersion',
  summary: 'A deprecated module version is used.',
  description: 'The publisher of the module recommends another version.',
  help: 'Use the version in the message, or another one that is not deprecated, and run init again.',
  level: 'warning',
};

const resultsOfModule = ({ module, version, message, places }: ModuleFinding): readonly SarifResult[] =>
  places.map(({ name, file, line }) => ({
    rule: moduleRule.id,
    ruleIndex: 0,
    level: 'warning',
    message,
    file,
    line,
    module: name,
    fingerprint: { key: 'moduleVersion/v1', text: `${module}@${version} ${name}` },
  }));
