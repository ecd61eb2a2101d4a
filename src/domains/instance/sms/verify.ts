// Sends a test message to verify the SMS settings.
import type { Context } from '../../../context.ts';
import { badRequest, tooManyRequests } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { keyOf } from '../../../runtime/limits/attempts.ts';
import { beginAttempt } from '../../../runtime/limits/failure-limit.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { attemptParts } from '../services.ts';
import { sendOrRefusal } from './send.ts';
import { smsProvider } from './settings.ts';

const maxPerMinute = 5;

/**
 * Sends a test message. 400 while text messages are off, or with the provider's reason if the provider refuses. 429
 * after five messages a minute.
 */
export async function verifySms(context: Context, actor: Actor, number: string): Promise<void> {
  const provider = smsProvider(context);
  if (provider === undefined) throw badRequest('SMS is not enabled.', 'wrong-state');
  await countMessage(context, actor);
  const refusal = await sendOrRefusal(context, provider, { to: number, text: 'Test message from Tipstaff' });
  if (refusal !== undefined) throw badRequest(refusal, 'failed-elsewhere');
  const audit = [{ action: 'settings.verify', type: 'settings', id: 'sms' }];
  await auditedTransaction(context, actor, async () => ({ result: undefined, audit }));
}

/** Counts the actor's test messages. Throws 429 after five within a minute. */
async function countMessage(context: Context, { identity }: Actor): Promise<void> {
  const sender = 'id' in identity ? identity.id : identity.kind;
  const begun = await beginAttempt(attemptParts(context), [{ key: keyOf('sms-verify', sender), max: maxPerMinute }]);
  if (begun.isAllowed) return;
  throw tooManyRequests('Too many test messages. Wait a minute.', {
    'retry-after': String(begun.retryAfter),
  });
}
