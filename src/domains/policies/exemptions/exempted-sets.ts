// The policy sets that contain the policy of an exemption, and whether the exemption counts in each of them.
import type { Reader } from '../../../db/database.ts';
import { byName, setsWithApprovers } from '../approvers/approvers.ts';
import { type NotCounted, notCounted } from './counting.ts';
import { type ExemptionRow, setsOfPolicies } from './store.ts';

/** A policy set that contains the policy of an exemption. */
export interface ExemptedSet {
  readonly id: string;
  readonly name: string;
  /** Reason why the exemption does not count in the set; undefined if it counts. */
  readonly reason: NotCounted | undefined;
  /** Names of the approver teams; empty if the set requires no approvers. */
  readonly approvers: readonly string[];
}

/**
 * Returns the policy sets of each exemption, sorted by name, in the order of the exemptions. All exemptions must belong
 * to the same organization.
 */
export async function exemptedSetsOf(
  reader: Reader,
  exemptions: readonly ExemptionRow[],
): Promise<readonly (readonly ExemptedSet[])[]> {
  const ids = [...new Set(exemptions.flatMap(({ policy_id }) => policy_id ?? []))];
  const rows = ids.length === 0 ? [] : await reader.rows(setsOfPolicies, { ids: JSON.stringify(ids) });
  const byPolicy = Map.groupBy(rows, ({ policy_id }) => policy_id);
  const found = exemptions.map((exemption) => setOf(exemption) ?? byPolicy.get(exemption.policy_id ?? '') ?? []);
  const setIds = [...new Set(found.flat().map(({ id }) => id))];
  const withApprovers = await setsWithApprovers(reader, exemptions[0]?.organization_id ?? '', setIds);
  const approversOf = new Map(withApprovers.map((set) => [set.id, set]));
  return exemptions.map((exemption, index) =>
    (found[index] ?? []).toSorted(byName).map(({ id, name, is_overridable }) => {
      const approvers = approversOf.get(id);
      const reason = notCounted(exemption, { is_overridable, level: exemption.enforcement_level, approvers });
      return { id, name, reason, approvers: approvers?.teams.map((team) => team.name) ?? [] };
    }),
  );
}

/** Returns the versioned policy set of an exemption; undefined for an exemption from an individual policy. */
const setOf = ({ policy_set_id: id, policy_set_name: name, is_overridable }: ExemptionRow) =>
  id === null ? undefined : [{ id, name: name ?? '', is_overridable: is_overridable ?? 0 }];
