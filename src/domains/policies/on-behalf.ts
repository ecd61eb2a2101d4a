// Runs the policy engine on behalf of a client. The client's account determines its share of the engine, and work that
// the client no longer waits for is canceled.
import type { Context } from '../../context.ts';
import type { Client, PolicyEngine } from '../../effects/policy-engine/policy-engine.ts';
import { byteOwner } from '../../http/byte-owner.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { ByteSource } from '../../kernel/byte-source.ts';
import { accountFor } from './account-store.ts';
import { policyEngine } from './services.ts';

/** A context whose policy engine works for one client. */
export interface EngineContext extends Context {
  readonly policyEngine: PolicyEngine;
}

/**
 * Returns a context whose engine works for a client. The options of an existing client of the context are kept and
 * extended.
 */
export const onBehalf = (context: Context | EngineContext, client: Partial<Client>): EngineContext => ({
  ...context,
  policyEngine: ('policyEngine' in context ? context.policyEngine : policyEngine(context)).for(client),
});

/** Returns a context whose engine does background work of an organization, which no particular user requested. */
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

/**
 * Returns a context whose engine works for the caller of a request. Work that waits for the engine is canceled when the
 * connection closes.
 */
export const onBehalfOfCaller = (
  context: Context,
  { actor, request: { signal } }: Caller,
  organization: string,
): EngineContext =>
  onBehalf(context, {
    tenant: { account: byteOwner(actor).key, organization },
    signal,
  });
