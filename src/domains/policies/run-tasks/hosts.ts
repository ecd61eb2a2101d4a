// Decides which hosts a run task may contact. All functions are pure.
import type { Reach } from '../../../effects/outbound.ts';
import { originIn } from '../../../lib/network/host.ts';

/** Splits a list of allowed hosts into the origins of valid hosts and the invalid entries. */
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

/** Returns the origins that use HTTP without TLS and are not listed by the operator. */
export const insecureOrigins = (origins: readonly string[], listed: readonly string[]): readonly string[] =>
  origins.filter((origin) => origin.startsWith('http:') && !listed.includes(origin));

/**
 * `allowed` are the origins that a run task may contact. `listed` are the origins in the operator's variable
 * TIPSTAFF_RUN_PLATFORMS.
 */
export interface AllowedHosts {
  readonly allowed: readonly string[];
  /** Origins that may be in a private network and may use HTTP without TLS. */
  readonly listed: readonly string[];
}

/**
 * Parses an address. Returns its URL and the networks in which the host may be, or the reason why the service must not
 * contact the address.
 */
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
    return { problem: 'The address is not an http or https URL.' };
  if (!allowed.includes(url.origin))
    return { problem: `${url.origin} is not one of the allowed hosts of the run task.` };
  const isListed = listed.includes(url.origin);
  if (url.protocol === 'http:' && !isListed)
    return {
      problem: `${url.origin} does not use TLS, and the operator of this service does not list it in TIPSTAFF_RUN_PLATFORMS.`,
    };
  return { url, reach: isListed ? 'own' : 'public' };
}
