import type { Actor } from '../kernel/actor.ts';
import type { ByteOwner } from '../lib/concurrency/byte-budget.ts';
import { clientNetwork } from '../lib/network/address.ts';

/**
 * Returns the account or organization whose share of the memory budget is used for an actor's request and response
 * bodies. For an anonymous client, it is the client's network.
 */
export function byteOwner({ identity, address, account }: Pick<Actor, 'identity' | 'address' | 'account'>): ByteOwner {
  switch (identity.kind) {
    case 'anonymous':
      return { key: clientNetwork(address), isAnonymous: true };
    case 'system':
      return { key: identity.name };
    case 'user':
      return { key: identity.id };
    case 'organization':
      return { key: account ?? identity.id };
    default:
      return { key: account ?? identity.organizationId };
  }
}
