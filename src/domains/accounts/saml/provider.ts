import type { Actor } from '../../../lib/actor.ts';

/** The provider as who does what follows from its word, and is answerable for it. */
export const byProvider = ({ requestId, address }: Actor): Actor => ({
  requestId,
  address,
  identity: { kind: 'system', name: 'single sign-on' },
});
