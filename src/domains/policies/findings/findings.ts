// Findings of an evaluation: what its policies object to, in one form and in the order in which people need it.

import { isMandatory } from '../../../kernel/enforcement-levels.ts';
import { newTurns } from '../../../lib/concurrency/turns.ts';
import { jsonParts } from '../../../lib/json/json-parts.ts';
import { memberFacts } from '../../../protocols/policy-output/member.ts';
import { isShowable } from '../../../protocols/policy-output/resource-address.ts';
import { type Severity, severities, severityOf } from '../../../protocols/policy-output/severity.ts';
import type { UsedExemption } from '../evaluations/outcomes.ts';
import { type StoredMember, type StoredOutcome, type StoredOutcomes, storedOutcome } from './stored-outcome.ts';

/** A member of what a policy found, or a policy that gave no verdict or found more than is listed. Texts are as they came. */
export interface Finding {
  readonly id: string;
  readonly outcome: StoredOutcome;
  readonly message: string;
  readonly address: string | undefined;
  readonly attribute: string | undefined;
  readonly severity: Severity | undefined;
  readonly fix: string | undefined;
  readonly exempt: boolean;
  readonly exemption: UsedExemption | undefined;
  /** True if it stands in the way of the run. */
  readonly blocking: boolean;
}

/** Maximum number of findings of an evaluation that are members of outputs. */
const maxMembers = 10_000;

/** The findings in the outcomes of an evaluation, in their order. */
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
  // Those that block come first, so that they are the last to be cut.
  for (const outcome of outcomes.toSorted((one, other) => Number(other.blocking) - Number(one.blocking))) {
    const all = outcome.members();
    const listed = all.slice(0, left);
    left -= listed.length;
    for (const member of listed) {
      findings.push(findingOfMember(outcome, member));
      await takeTurns();
    }
    findings.push(...findingsOfPolicy(outcome, all, listed.length));
    await takeTurns();
  }
  return findings.toSorted(compare);
}

function findingOfMember(outcome: StoredOutcome, { json, index, isTaken }: StoredMember): Finding {
  const facts = memberFacts(JSON.parse(json));
  const exempt = isTaken || outcome.exempt;
  return {
    ...facts,
    ...commonOf(outcome, isTaken ? `exempt-${index}` : String(index), exempt),
    message: facts.message ?? json,
    address: isShowable(facts.address) ? facts.address : undefined,
    severity: facts.severity ?? severityOf(outcome.metadata?.severity),
    fix: facts.fix ?? remediationOf(outcome),
    exemption: exempt ? exemptionFrom(outcome, facts.address) : undefined,
  };
}

/** The exemption from all that a policy finds, or from the resource. */
const exemptionFrom = ({ exemptions }: StoredOutcome, address?: string): UsedExemption | undefined =>
  exemptions.find(({ resource_address }) => resource_address === null || resource_address === address);

const commonOf = (outcome: StoredOutcome, place: string, exempt: boolean) => ({
  id: `${outcome.set.id}-${outcome.position}-${place}`,
  outcome,
  exempt,
  blocking: outcome.blocking && !exempt,
});

/** Those about the policy as a whole: that it gave no verdict, and that it found more than so many members. */
function findingsOfPolicy(
  outcome: StoredOutcome,
  members: readonly StoredMember[],
  listed: number,
): readonly Finding[] {
  const taken = members.filter(({ isTaken }) => isTaken).length;
  const kept = members.length - taken;
  const hidden = outcome.output_count - Math.min(listed, kept);
  const hiddenTaken = members.length - Math.max(listed, kept);
  const about = (place: string, message: string, isExempt = outcome.exempt): Finding => ({
    ...commonOf(outcome, place, isExempt),
    message,
    address: undefined,
    attribute: undefined,
    severity: severityOf(outcome.metadata?.severity),
    fix: outcome.status === 'failed' ? remediationOf(outcome) : undefined,
    exemption: isExempt ? exemptionFrom(outcome) : undefined,
  });
  const isDecided = outcome.status === 'failed';
  return [
    ...(isDecided ? [] : [about('problem', outcome.problems.join('\n') || 'The policy gave no verdict.')]),
    ...(isDecided && hidden + members.length === 0 ? [about('failure', failureText(outcome))] : []),
    ...(hidden > 0 ? [about('more', moreText(hidden, outcome, kept))] : []),
    ...(hiddenTaken > 0 ? [about('more-exempt', moreText(hiddenTaken, outcome, kept), true)] : []),
  ];
}

const failureText = ({ metadata, description, problems }: StoredOutcome): string =>
  metadata?.title || description || problems.join('\n') || 'The policy failed and gave no reason.';

/** Number of findings that are not listed; where nothing is kept of an output, with the last problem, which says why. */
const moreText = (count: number, { problems }: StoredOutcome, kept: number): string =>
  [
    count === 1 ? '1 finding of this policy is not listed.' : `${count} findings of this policy are not listed.`,
    ...(kept === 0 ? problems.slice(-1) : []),
  ].join(' ');

const remediationOf = ({ metadata }: StoredOutcome): string | undefined => metadata?.remediation || undefined;

/** Findings in the order of the list; equal ones stay in the order of their policies and positions. */
const compare = (one: Finding, other: Finding): number =>
  rank(one) - rank(other) ||
  severityRank(one) - severityRank(other) ||
  compareTexts(one.address, other.address) ||
  compareTexts(one.outcome.policy_name, other.outcome.policy_name);

const rank = ({ blocking, outcome }: Finding): number => {
  if (blocking) return 0;
  return isMandatory(outcome.enforcement_level) ? 1 : 2;
};

const severityRank = ({ severity }: Finding): number =>
  severity === undefined ? severities.length : severities.indexOf(severity);

/** By code units; none is last. */
function compareTexts(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0;
  if (one === undefined) return 1;
  return other === undefined || one < other ? -1 : 1;
}
