// Decides who may see details of a process: clients on the same machine, and clients with the metrics token.

import { hash, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { ClientRequest } from '../../../http/client-request.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/**
 * Whether the client may see details. A request without the token must come from this machine and must not come through
 * a proxy, because a client can put any address into a forwarding header.
 */
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
