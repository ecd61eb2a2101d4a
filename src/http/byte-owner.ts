import type { Actor } from '../kernel/actor.ts';
import type { ByteOwner } from '../lib/concurrency/byte-budget.ts';
import { clientNetwork } from '../lib/network/address.ts';

/** In whose part of the budget bodies and answers count. */
export function byteOwner({ identity, address }: Pick<Actor, 'identity' | 'address'>): ByteOwner {
  switch (identity.kind) {
    case 'anonymous':
      return { key: clientNetwork(address), isAnonymous: true };
    case 'audit-trails':
      return { key: identity.organizationId };
    case 'system':
      return { key: identity.name };
    default:
      return { key: identity.id };
  }
}
