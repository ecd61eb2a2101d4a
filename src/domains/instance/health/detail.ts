// Access to the details of a process: for clients on its machine, and for those with the metrics token.

import { hash, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { ClientRequest } from '../../../http/client-request.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** True for a request without the token only if it came from this machine, and through no proxy: a header field can name any address. */
export function maySeeDetail(
  { config: { metricsToken } }: Pick<Context, 'config'>,
  address: string,
  { headers, peer }: Pick<ClientRequest, 'headers' | 'peer'>,
): boolean {
  const { authorization = '', 'x-forwarded-for': forwardedFor, forwarded } = headers;
  const isForwarded = forwardedFor !== undefined || forwarded !== undefined;
  if (!isForwarded && loopback.test(address) && loopback.test(peer)) return true;
  return metricsToken !== undefined && timingSafeEqual(digest(authorization), digest(`Bearer ${metricsToken}`));
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
