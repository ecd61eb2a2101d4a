// Access to the details of a process: for clients on its machine, and for those with the metrics token.

import { hash, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { RequestHeaders } from '../../../http/client-request.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

export function maySeeDetail(
  { config: { metricsToken, trustedProxies } }: Context,
  address: string,
  { authorization = '', 'x-forwarded-for': forwardedFor }: RequestHeaders,
): boolean {
  // Behind a proxy on this machine that is not trusted, the whole world has the address of this machine.
  const isForwarded = forwardedFor !== undefined && trustedProxies.length === 0;
  if (loopback.test(address) && !isForwarded) return true;
  return metricsToken !== undefined && timingSafeEqual(digest(authorization), digest(`Bearer ${metricsToken}`));
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
