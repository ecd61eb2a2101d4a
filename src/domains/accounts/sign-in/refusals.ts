// Records refused sign-ins in the log and the audit log.
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { keyOf } from '../../../runtime/limits/attempts.ts';
import { beginAttempt } from '../../../runtime/limits/failure-limit.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { attemptParts } from '../../instance/index.ts';

/**
 * Maximum number of refused sign-ins that are added to the audit log per hour, so that an attacker with many addresses
 * cannot fill the audit log. The service's log contains every refusal.
 */
const recorded = { key: keyOf('recorded refusals of sign-ins'), max: 600, window: 3_600_000 };

export interface RefusedSignIn {
  /**
   * Account with the name that was entered. Undefined if there is none. In this case the entered name is not recorded,
   * because people sometimes enter their password as the name.
   */
  readonly account: { readonly id: string; readonly username: string } | undefined;
  readonly reason: 'password' | 'one-time-code';
}

/** Logs a refused sign-in and adds it to the audit log, up to the limit per hour. */
export async function recordRefusal(context: Context, from: Actor, refusal: RefusedSignIn): Promise<void> {
  const { requestId, address } = from;
  const { account, reason } = refusal;
  const login = account?.username ?? null;
  context.log.warn({ request: requestId, address, login, reason }, 'a sign-in was refused');
  if (!(await beginAttempt(attemptParts(context), [recorded])).isAllowed) return;
  const actor: Actor = { identity: { kind: 'anonymous' }, requestId, address };
  const audit = [{ action: 'session.refuse', type: 'users', id: account?.id ?? '', after: { login, reason } }];
  await auditedTransaction(context, actor, async () => ({ result: undefined, audit }));
}
