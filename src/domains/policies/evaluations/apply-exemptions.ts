// Applies exemptions to policy outcomes. All functions are pure. The resulting outcomes and notices always state which
// exemptions were applied.

import { addressOf } from '../../../protocols/policy-output/resource-address.ts';
import type { ApproverSet } from '../approvers/approvers.ts';
import { type NotCounted, notCounted } from '../exemptions/counting.ts';
import type { Outcome, SetOutcome, UsedExemption } from './outcomes.ts';

/** An exemption that is valid in the workspace of an evaluation. */
export interface Exemption extends UsedExemption {
  /**
   * Null for an exemption from a policy in a policy set version. Such a policy is identified by `policy_set_id` and
   * `policy_name` instead.
   */
  readonly policy_id: string | null;
  readonly policy_set_id: string | null;
  readonly policy_name: string | null;
  /** 1 if the exemption also applies to policies that do not permit overrides; otherwise 0. */
  readonly covers_all_levels: number;
  /** Identifiers of the teams of the exemption's creator as a JSON list, see `policyExemptions`. */
  readonly granter_teams: string;
}

/** Exemptions that are valid in the workspace of an evaluation, and the approvers of its policy sets. */
export interface ExemptionsInForce {
  readonly exemptions: readonly Exemption[];
  /** Policy sets that require approvers, by identifier. */
  readonly approvers: ReadonlyMap<string, ApproverSet>;
}

/** Returns the outcomes after the exemptions are applied, and notices about the applied exemptions. */
export function applyExemptions(
  sets: readonly SetOutcome[],
  { exemptions, approvers }: ExemptionsInForce,
): { readonly sets: readonly SetOutcome[]; readonly notices: readonly string[] } {
  if (exemptions.length === 0) return { sets, notices: [] };
  const byPolicy = Map.groupBy(exemptions, (each) => each.policy_id ?? nameIn(each));
  const weighed = (set: SetOutcome, outcome: Outcome): readonly Weighed[] => {
    const { policy_set_id, is_overridable } = set;
    const place = { is_overridable, level: outcome.enforcement_level, approvers: approvers.get(policy_set_id) };
    return about(set, outcome, byPolicy).map((each) => ({ ...each, refusal: notCounted(each, place) }));
  };
  const exempted = sets.map((set) => ({
    ...set,
    outcomes: set.outcomes.map((outcome) => withExemptions(outcome, weighed(set, outcome).filter(counts))),
  }));
  const notices = exempted.flatMap((set) =>
    set.outcomes.flatMap((outcome) => [
      ...usedNotices(set, outcome),
      ...refusedNotices(set, outcome, weighed(set, outcome)),
    ]),
  );
  return { sets: exempted, notices: bounded(notices) };
}

/** Returns the map key of a policy that is identified by its set and its name. */
const nameIn = ({ policy_set_id, policy_name }: Pick<Exemption, 'policy_set_id' | 'policy_name'>): string =>
  JSON.stringify([policy_set_id, policy_name]);

type ByPolicy = ReadonlyMap<string, readonly Exemption[]>;

/** Returns the exemptions from a policy. They refer to the policy by its identifier, or by its set and name. */
const about = ({ policy_set_id }: SetOutcome, { policy_id, policy_name }: Outcome, byPolicy: ByPolicy) => [
  ...(byPolicy.get(policy_id) ?? []),
  ...(byPolicy.get(nameIn({ policy_set_id, policy_name })) ?? []),
];

/** An exemption, and the reason why it does not count for a policy in a set; undefined if it counts. */
interface Weighed extends Exemption {
  readonly refusal: NotCounted | undefined;
}

const counts = ({ refusal }: Weighed): boolean => refusal === undefined;

function withExemptions(outcome: Outcome, exemptions: readonly Exemption[]): Outcome {
  if (outcome.status === 'passed' || exemptions.length === 0) return outcome;
  const whole = exemptions.find(({ resource_address }) => resource_address === null);
  if (whole !== undefined) return { ...outcome, exempt: true, exemptions: [used(whole)] };
  return outcome.status === 'failed' ? withoutResources(outcome, exemptions) : outcome;
}

/**
 * Removes findings about exempt resources from the output. If the engine truncated a long output, the missing findings
 * are treated as not exempt, because their resources are unknown.
 */
function withoutResources(outcome: Outcome, exemptions: readonly Exemption[]): Outcome {
  const byAddress = new Map(exemptions.map((each) => [each.resource_address, each]));
  const { findings: ages, keys } = outcome;
  const members = outcome.output.map((member, index) => ({
    member,
    age: ages?.[index],
    key: keys?.[index],
    exemption: byAddress.get(addressOf(member) ?? ''),
  }));
  const [taken = [], kept = []] = [true, false].map((isTaken) =>
    members.filter(({ exemption }) => (exemption !== undefined) === isTaken),
  );
  if (taken.length === 0) return outcome;
  const output_count = outcome.output_count - taken.length;
  return {
    ...outcome,
    output: kept.map(({ member }) => member),
    ...(ages && { findings: kept.map(({ age }) => age) }),
    ...(keys && { keys: kept.flatMap(({ key }) => key ?? []) }),
    output_count,
    exempt: output_count === 0,
    exemptions: [...new Set(taken.flatMap(({ exemption }) => exemption ?? []))].map(used),
    exempted_output: taken.map(({ member }) => member),
  };
}

const used = ({ id, resource_address, reason, owner, expires_at }: Exemption): UsedExemption => ({
  id,
  resource_address,
  reason,
  owner,
  expires_at,
});

const usedNotices = (set: SetOutcome, outcome: Outcome): readonly string[] =>
  outcome.exemptions.map(({ id, resource_address, expires_at }) => {
    const what = resource_address === null ? 'all findings' : resource_address;
    const end = expires_at === null ? 'without an expiry' : `until ${expires_at}`;
    return `Exempt from ${placed(set, outcome)}: ${what}, ${end} (exemption ${id}).`;
  });

const refusedNotices = (set: SetOutcome, outcome: Outcome, exemptions: readonly Weighed[]): readonly string[] =>
  outcome.status === 'passed'
    ? []
    : exemptions.flatMap(({ id, refusal }) =>
        refusal === undefined
          ? []
          : [`The exemption ${id} does not apply to ${placed(set, outcome)}: ${refusalSentences[refusal]}`],
      );

const refusalSentences: Readonly<Record<NotCounted, string>> = {
  'not-overridable':
    'the policy does not permit overrides in this policy set, and the creator of the exemption was not permitted to manage policies.',
  approvers: 'this policy set has approvers, and the creator of the exemption was not one of them.',
};

const placed = ({ policy_set_name }: SetOutcome, { policy_name }: Outcome): string =>
  `the policy ${policy_name} (policy set ${policy_set_name})`;

const maxNotices = 200;

const bounded = (notices: readonly string[]): readonly string[] =>
  notices.length <= maxNotices
    ? notices
    : [
        ...notices.slice(0, maxNotices),
        `${notices.length - maxNotices} more exemptions were applied or refused. See the outcomes of the evaluation.`,
      ];
