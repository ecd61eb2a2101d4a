import type { Actor } from '../lib/actor.ts';
import { clientNetwork } from '../lib/address.ts';
import type { ByteOwner } from '../lib/byte-budget.ts';

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
