import type { Context } from '../../../context.ts';
import type { Authenticated } from '../../../http/admit.ts';
import type { RequestHeaders } from '../../../http/client-request.ts';
import type { Caller } from '../../../http/route.ts';
import { authenticateSession } from './session.ts';
import { authenticateToken } from './token.ts';

/**
 * Determines who sends a request, from the session cookie or, if there is none, from the bearer token. The route
 * decides whether it accepts a session or a token. After an impersonation has ended, its session is accepted only by
 * routes whose caller is `session` or `visitor`.
 */
export async function authenticate(
  context: Context,
  headers: RequestHeaders,
  caller: Caller,
): Promise<Authenticated | undefined> {
  const bySession = headers.cookie === undefined ? undefined : await authenticateSession(context, headers);
  if (caller === 'session' || caller === 'visitor') return bySession;
  const isUsable = bySession !== undefined && bySession.session?.impersonation?.isOver !== true;
  return isUsable ? bySession : authenticateToken(context, headers);
}
