// Who sees how a process is: clients on its machine, and those with the metrics token.
import { hash, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

export function maySeeDetail({ config }: Context, address: string, authorization: string | undefined): boolean {
  if (loopback.test(address)) return true;
  const { metricsToken } = config;
  return metricsToken !== undefined && timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${metricsToken}`));
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
