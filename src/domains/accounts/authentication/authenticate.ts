import type { Context } from '../../../context.ts';
import type { Authenticated } from '../../../http/admit.ts';
import type { RequestHeaders } from '../../../http/client-request.ts';
import type { Caller } from '../../../http/route.ts';
import { authenticateSession } from './session.ts';
import { authenticateToken } from './token.ts';

/**
 * The sender of a request: by the cookie of a session, else by the bearer token, as far as the route allows each of them.
 * A session whose impersonation is over is accepted only by routes for a `session` or a `visitor`.
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
