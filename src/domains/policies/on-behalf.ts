// Runs the policy engine on behalf of a client. The work is charged to the client's account, and accounts share the
// engine fairly. Work is canceled if the client no longer waits for it.
import type { Context } from '../../context.ts';
import type { Client, PolicyEngine } from '../../effects/policy-engine/policy-engine.ts';
import { byteOwner } from '../../http/byte-owner.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { ByteSource } from '../../kernel/byte-source.ts';
import { accountFor } from './account-store.ts';
import { policyEngine } from './services.ts';

/** A context whose policy engine runs on behalf of one client. */
export interface EngineContext extends Context {
  readonly policyEngine: PolicyEngine;
}

/**
 * Returns a context whose engine runs on behalf of a client. If the given context already has a client, the new options
 * are added to that client's options.
 */
export const onBehalf = (context: Context | EngineContext, client: Partial<Client>): EngineContext => ({
  ...context,
  policyEngine: ('policyEngine' in context ? context.policyEngine : policyEngine(context)).for(client),
});

/**
 * Returns a context for an organization's background work in the engine. Such work was not requested by a particular
 * user.
 */
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
 * Returns a context whose engine runs on behalf of the caller of a request. When the connection closes, work that waits
 * for the engine is canceled.
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
