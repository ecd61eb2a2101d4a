// Refused sign-ins, in the log and in the audit record.
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { keyOf } from '../../../runtime/limits/attempts.ts';
import { beginAttempt } from '../../../runtime/limits/failure-limit.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { attemptParts } from '../../instance/index.ts';

/** Somebody with many addresses must not fill the audit record; the log has every refusal. */
const recorded = { key: keyOf('recorded refusals of sign-ins'), max: 600, window: 3_600_000 };

export interface Refusal {
  /** The account, where there is one. What was typed for another one is not kept: people type passwords there. */
  readonly account: { readonly id: string; readonly username: string } | undefined;
  readonly reason: 'password' | 'one-time-code';
}

/** Logs a refused sign-in, and records it unless very many were recorded within an hour. */
export async function recordRefusal(context: Context, from: Actor, refusal: Refusal): Promise<void> {
  const { requestId, address } = from;
  const { account, reason } = refusal;
  const login = account?.username ?? null;
  context.log.warn({ request: requestId, address, login, reason }, 'a sign-in was refused');
  if (!(await beginAttempt(attemptParts(context), [recorded])).isAllowed) return;
  const actor: Actor = { identity: { kind: 'anonymous' }, requestId, address };
  const audit = [{ action: 'session.refuse', type: 'users', id: account?.id ?? '', after: { login, reason } }];
  await auditedTransaction(context, actor, async () => ({ result: undefined, audit }));
}
