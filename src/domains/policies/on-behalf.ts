// The policy engine on behalf of somebody: who it is decides when it is their turn, and what they want no more ends.
import type { Context } from '../../context.ts';
import type { Client, PolicyEngine } from '../../effects/policy-engine/policy-engine.ts';
import { byteOwner } from '../../http/byte-owner.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { ByteSource } from '../../kernel/byte-source.ts';
import { accountFor } from './account-store.ts';
import { policyEngine } from './services.ts';

/** A context whose engine works for a client. */
export interface EngineContext extends Context {
  readonly policyEngine: PolicyEngine;
}

/** A context whose engine works for a client: that of another one as well, where there is one already. */
export const onBehalf = (context: Context | EngineContext, client: Partial<Client>): EngineContext => ({
  ...context,
  policyEngine: ('policyEngine' in context ? context.policyEngine : policyEngine(context)).for(client),
});

/** A context whose engine does work of an organization that nobody in particular asked for. */
export const onBehalfOfOrganization = async (
  context: Context,
  organization: string,
  client: Omit<Client, 'tenant'>,
): Promise<EngineContext> =>
  onBehalf(context, {
    tenant: { account: await accountFor(context.database, organization), organization },
    ...client,
  });

interface Caller {
  readonly actor: Actor;
  readonly request: Pick<ByteSource, 'signal'>;
}

/** A context whose engine works for the client of a request. What waits for the engine ends with the connection. */
export const onBehalfOfCaller = (
  context: Context,
  { actor, request: { signal } }: Caller,
  organization: string,
): EngineContext =>
  onBehalf(context, {
    tenant: { account: byteOwner(actor).key, organization },
    signal,
  });
