// The policy engine on behalf of somebody: who it is decides when it is their turn, and what they want no more ends.
import type { IncomingMessage } from 'node:http';
import type { Context } from '../../context.ts';
import type { Client } from '../../effects/policy-engine/policy-engine.ts';
import { byteOwner } from '../../http/byte-owner.ts';
import { connectionSignal } from '../../http/connection-signal.ts';
import type { Actor } from '../../kernel/actor.ts';

/** A context whose engine works for a client. */
export const onBehalf = (context: Context, client: Partial<Client>): Context => ({
  ...context,
  policyEngine: context.policyEngine.for(client),
});

/** A context whose engine works for the client of a request. What waits for the engine ends with the connection. */
export const onBehalfOfCaller = (
  context: Context,
  { actor, stream }: { readonly actor: Actor; readonly stream: IncomingMessage },
  organization: string,
): Context =>
  onBehalf(context, {
    tenant: { account: byteOwner(actor).key, organization },
    signal: connectionSignal(stream.socket),
  });
