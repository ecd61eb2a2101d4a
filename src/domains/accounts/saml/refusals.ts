// What a provider is said to have sent and is refused: it is written down, and does not come too often.
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../lib/actor.ts';
import { clientNetwork } from '../../../lib/address.ts';
import { attempt, keyOf } from '../../../runtime/attempts.ts';
import { change } from '../../audit/audit.ts';
import { Refused } from './refused.ts';

const mostRefusals = 20;

/** What came from the provider. */
export type Message = 'Response' | 'LogoutRequest';

const record = (context: Context, actor: Actor, after: { readonly reason: string; readonly message: Message }) =>
  change(context, actor, async () => ({
    result: undefined,
    audit: [{ action: 'saml.refuse', type: 'settings', id: 'saml', after }],
  }));

/**
 * Takes a message. Throws `Refused`, which the audit record then tells the reason of, and 429 to who brings too many
 * that are refused.
 */
export const taking = <Result>(
  context: Context,
  actor: Actor,
  message: Message,
  take: () => Promise<Result>,
): Promise<Result> =>
  attempt(context, [{ key: keyOf('saml', message, clientNetwork(actor.address)), most: mostRefusals }], async () => {
    try {
      return await take();
    } catch (error) {
      if (error instanceof Refused) await record(context, actor, { reason: error.reason, message });
      throw error;
    }
  });
