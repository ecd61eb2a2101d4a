// Converts the policy outcomes of an evaluation to findings. Findings have the same form for all policies and are
// sorted by relevance to users.

import type { NewFinding } from '../../../effects/policy-engine/answers.ts';
import { isMandatory } from '../../../kernel/enforcement-levels.ts';
import { newTurns } from '../../../lib/concurrency/turns.ts';
import { jsonParts } from '../../../lib/json/json-parts.ts';
import { memberFacts } from '../../../protocols/policy-output/member.ts';
import { isShowable } from '../../../protocols/policy-output/resource-address.ts';
import { type Severity, severities, severityOf } from '../../../protocols/policy-output/severity.ts';
import type { UsedApproval, UsedExemption } from '../evaluations/outcomes.ts';
import {
  type MemberList,
  type StoredMember,
  type StoredOutcome,
  type StoredOutcomes,
  storedOutcome,
} from './stored-outcome.ts';

/**
 * A result that a policy reports, that is, one member of its output. A finding can also concern the policy as a whole,
 * for example that it gave no verdict or that some of its findings are not listed. Texts are not sanitized.
 */
export interface Finding {
  readonly id: string;
  readonly outcome: StoredOutcome;
  readonly message: string;
  readonly address: string | undefined;
  readonly attribute: string | undefined;
  readonly severity: Severity | undefined;
  readonly fix: string | undefined;
  readonly exempt: boolean;
  /** Whether the finding is old and therefore does not block the run. */
  readonly old: boolean;
  /** Reason why the finding is new; undefined unless old findings of the policy do not block the run. */
  readonly newReason: NewFinding | undefined;
  readonly exemption: UsedExemption | undefined;
  /** Approval that covers the finding. The run can continue if approvals cover everything that blocks it. */
  readonly approval: UsedApproval | undefined;
  /** Whether the finding blocks the run. */
  readonly blocking: boolean;
}

/** Maximum number of members of policy outputs that are listed as findings of one evaluation. */
const maxMembers = 10_000;

/** Returns the findings in the outcomes of an evaluation in the order in which they are shown. */
export async function findingsOf(sets: readonly StoredOutcomes[]): Promise<readonly Finding[]> {
  const takeTurns = newTurns();
  const outcomes: StoredOutcome[] = [];
  for (const set of sets) {
    for (const [position, json] of jsonParts(set.outcomes).entries()) {
      const outcome = storedOutcome(set, position, json);
      if (outcome !== undefined) outcomes.push(outcome);
      await takeTurns();
    }
  }
  const findings: Finding[] = [];
  let left = maxMembers;
  // Outcomes that block the run come first, so that their findings are the last to be left out if there are too many.
  for (const outcome of outcomes.toSorted((one, other) => Number(other.blocking) - Number(one.blocking))) {
    const all = outcome.members();
    const listed = all.slice(0, left);
    const approvals = approvalsByIndex(outcome);
    left -= listed.length;
    for (const member of listed) {
      const approval = member.list === 'output' ? approvals.get(member.index) : undefined;
      findings.push({ ...findingOfMember(outcome, member), approval });
      await takeTurns();
    }
    findings.push(...findingsOfPolicy(outcome, all, listed.length));
    await takeTurns();
  }
  return findings.toSorted(compare);
}

const places: Readonly<Record<MemberList, string>> = { output: '', exempted_output: 'exempt-', old_output: 'old-' };

type Metadata = StoredOutcome['metadata'] | undefined;

const remediationIn = (metadata: Metadata): string | undefined => metadata?.remediation || undefined;

/**
 * Returns the attributes of a finding from a member of a policy's output, which is given as JSON. If the member
 * contains no severity or fix, they are read from the metadata of the policy.
 */
export function factsOf(json: string, metadata: Metadata) {
  const facts = memberFacts(JSON.parse(json));
  return {
    ...facts,
    message: facts.message ?? json,
    address: isShowable(facts.address) ? facts.address : undefined,
    severity: facts.severity ?? severityOf(metadata?.severity),
    fix: facts.fix ?? remediationIn(metadata),
  };
}

function findingOfMember(outcome: StoredOutcome, { json, index, list }: StoredMember): Omit<Finding, 'approval'> {
  const facts = factsOf(json, outcome.metadata);
  const exempt = list === 'exempted_output' || outcome.exempt;
  return {
    ...facts,
    ...commonOf(outcome, `${places[list]}${index}`, { exempt, old: list === 'old_output' }),
    newReason: list === 'output' ? outcome.new_reasons?.[index] : undefined,
    exemption: exempt ? exemptionFrom(outcome, facts.address) : undefined,
  };
}

/** Returns the approvals of an outcome by the position of the finding that they cover. */
const approvalsByIndex = ({ approvals = [] }: StoredOutcome): ReadonlyMap<number, UsedApproval> =>
  new Map(approvals.flatMap((approval) => approval.findings.map((index) => [index, approval] as const)));

/** Returns the exemption that covers the whole policy or the given resource. */
const exemptionFrom = ({ exemptions }: StoredOutcome, address?: string): UsedExemption | undefined =>
  exemptions.find(({ resource_address }) => resource_address === null || resource_address === address);

const commonOf = (
  outcome: StoredOutcome,
  place: string,
  { exempt, old = false }: { readonly exempt: boolean; readonly old?: boolean },
) => ({
  id: `${outcome.set.id}-${outcome.position}-${place}`,
  outcome,
  exempt,
  old,
  blocking: outcome.blocking && !exempt && !old,
});

/**
 * Returns the findings that concern a policy as a whole: that the policy gave no verdict, that it failed without
 * output, or that some of its findings are not listed.
 */
function findingsOfPolicy(
  outcome: StoredOutcome,
  members: readonly StoredMember[],
  listed: number,
): readonly Finding[] {
  const listedIn = (name: MemberList) => members.slice(0, listed).filter(({ list }) => list === name).length;
  const allIn = (name: MemberList) => members.filter(({ list }) => list === name).length;
  const kept = allIn('output');
  const hidden = outcome.output_count - listedIn('output');
  const hiddenTaken = allIn('exempted_output') - listedIn('exempted_output');
  const hiddenOld = outcome.old_output_count - listedIn('old_output');
  const about = (place: string, message: string, { isExempt = outcome.exempt, old = false } = {}): Finding => ({
    ...commonOf(outcome, place, { exempt: isExempt, old }),
    newReason: undefined,
    message,
    address: undefined,
    attribute: undefined,
    severity: severityOf(outcome.metadata?.severity),
    fix: outcome.status === 'failed' ? remediationIn(outcome.metadata) : undefined,
    exemption: isExempt ? exemptionFrom(outcome) : undefined,
    approval: undefined,
  });
  const isDecided = outcome.status === 'failed';
  return [
    ...(isDecided ? [] : [about('problem', outcome.problems.join('\n') || 'The policy gave no verdict.')]),
    ...(isDecided && hidden + hiddenOld + members.length === 0 ? [about('failure', failureText(outcome))] : []),
    ...(hidden > 0 ? [about('more', moreText(hidden, outcome, kept))] : []),
    ...(hiddenTaken > 0 ? [about('more-exempt', moreText(hiddenTaken, outcome, kept), { isExempt: true })] : []),
    ...(hiddenOld > 0 ? [about('more-old', moreText(hiddenOld, outcome, kept), { old: true })] : []),
  ];
}

const failureText = ({ metadata, description, problems }: StoredOutcome): string =>
  metadata?.title || description || problems.join('\n') || 'The policy failed and gave no reason.';

/**
 * Describes how many findings are not listed. If no output is stored, the text ends with the last problem of the
 * outcome, which gives the reason.
 */
const moreText = (count: number, { problems }: StoredOutcome, kept: number): string =>
  [
    count === 1 ? '1 finding of this policy is not listed.' : `${count} findings of this policy are not listed.`,
    ...(kept === 0 ? problems.slice(-1) : []),
  ].join(' ');

/**
 * Compares two findings by the order in which they are shown. Findings that compare as equal keep the order of their
 * policies and positions.
 */
const compare = (one: Finding, other: Finding): number =>
  rank(one) - rank(other) ||
  severityRank(one) - severityRank(other) ||
  compareTexts(one.address, other.address) ||
  compareTexts(one.outcome.policy_name, other.outcome.policy_name);

const rank = ({ blocking, old, outcome }: Finding): number => {
  if (blocking) return 0;
  if (old) return 3;
  return isMandatory(outcome.enforcement_level) ? 1 : 2;
};

const severityRank = ({ severity }: Finding): number =>
  severity === undefined ? severities.length : severities.indexOf(severity);

/** Compares texts by UTF-16 code units; undefined comes last. */
function compareTexts(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0;
  if (one === undefined) return 1;
  return other === undefined || one < other ? -1 : 1;
}
