import type { Actor } from '../kernel/actor.ts';
import type { ByteOwner } from '../lib/concurrency/byte-budget.ts';
import { clientNetwork } from '../lib/network/address.ts';

/** The account, or the organization, whose part of a shared budget the bodies and answers of an actor count in. */
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
