// Compares the digests of two plans. All functions are pure.

import type { StoredRow } from '../../../db/tables.ts';
import { addressDigest, type DigestKey } from '../evaluations/digests.ts';

type Digests = StoredRow<'policy_evaluation_digests'>;

/**
 * Differences between two plans. `changed`, `added` and `removed` are numbers of resources; null if they are unknown,
 * because a plan has more than 10,000 resources.
 */
export interface PlanComparison {
  readonly status: 'same' | 'changed' | 'unknown';
  readonly changed: number | null;
  readonly added: number | null;
  readonly removed: number | null;
}

/** `unknown` means that the plans do not contain the address, or that they cannot be compared. */
export interface ComparedResource {
  readonly address: string;
  readonly status: 'same' | 'changed' | 'new' | 'unknown';
}

const unknownPlan: PlanComparison = { status: 'unknown', changed: null, added: null, removed: null };

/** Returns the comparison of two plans, and a function that compares a resource by its address. */
export function comparePlans(now: Digests | undefined, former: Digests | undefined, key: DigestKey) {
  const known = [now, former].flatMap((each) => (each?.key_id === key.keyId && each.plan !== null ? [each] : []));
  const [one, other] = known;
  const unknownResource = (address: string): ComparedResource => ({ address, status: 'unknown' });
  if (one === undefined || other === undefined) return { plan: unknownPlan, resource: unknownResource };
  const status = one.plan === other.plan ? 'same' : 'changed';
  const [after, before] = [digestsByAddress(one), digestsByAddress(other)];
  if (after === undefined || before === undefined)
    return { plan: { ...unknownPlan, status } satisfies PlanComparison, resource: unknownResource };
  const kept = [...after].filter(([address]) => before.has(address));
  const counts = {
    changed: kept.filter(([address, digest]) => before.get(address) !== digest).length,
    added: after.size - kept.length,
    removed: before.size - kept.length,
  };
  const resource = (address: string): ComparedResource => {
    const digest = addressDigest(key, address);
    const [own, earlier] = [after.get(digest), before.get(digest)];
    if (own === undefined) return unknownResource(address);
    if (earlier === undefined) return { address, status: 'new' };
    return { address, status: own === earlier ? 'same' : 'changed' };
  };
  return { plan: { status, ...counts } satisfies PlanComparison, resource };
}

/** Length of the digest of an address, and of the digest of a resource, in hexadecimal digits. */
const digestLength = 16;

/** Returns the digests of the resources of a plan by the digests of their addresses; undefined if they are unknown. */
function digestsByAddress({ resources }: Digests): ReadonlyMap<string, string> | undefined {
  if (resources === null) return undefined;
  const pairs = Buffer.from(resources, 'base64').toString('hex').match(/.{32}/g) ?? [];
  return new Map(pairs.map((pair) => [pair.slice(0, digestLength), pair.slice(digestLength)]));
}
