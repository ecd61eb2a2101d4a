// Which hosts a run task reaches. Pure.
import type { Reach } from '../../../effects/outbound.ts';
import { originIn } from '../../../lib/network/host.ts';

/** The origins in a list of allowed hosts, and what is no host. */
export function originsIn(hosts: readonly string[]): {
  readonly origins: readonly string[];
  readonly wrong: readonly string[];
} {
  const origins = hosts.map((host) => originIn(host));
  return {
    origins: [...new Set(origins.filter((origin) => origin !== undefined))],
    wrong: hosts.filter((_host, at) => origins[at] === undefined),
  };
}

/** The origins that are without TLS, and that the operator does not list. */
export const insecureOrigins = (origins: readonly string[], listed: readonly string[]): readonly string[] =>
  origins.filter((origin) => origin.startsWith('http:') && !listed.includes(origin));

/** The hosts that a run task may reach, and those among them that the operator lists. */
export interface AllowedHosts {
  readonly allowed: readonly string[];
  /** They may be in a private network, and without TLS. */
  readonly listed: readonly string[];
}

/** URL and reach of an address, or the problem because of which it may not be reached. */
export function reachOf(
  address: string,
  { allowed, listed }: AllowedHosts,
): { readonly url: URL; readonly reach: Reach } | { readonly problem: string } {
  const url = URL.parse(address);
  if (
    url === null ||
    (url.protocol !== 'https:' && url.protocol !== 'http:') ||
    url.username !== '' ||
    url.password !== ''
  )
    return { problem: 'The address is no http or https address.' };
  if (!allowed.includes(url.origin)) return { problem: `${url.origin} is none of the allowed hosts of the run task.` };
  const isListed = listed.includes(url.origin);
  if (url.protocol === 'http:' && !isListed)
    return {
      problem: `${url.origin} has no TLS, and the operator of this service does not list it in TIPSTAFF_RUN_PLATFORMS.`,
    };
  return { url, reach: isListed ? 'own' : 'public' };
}
