// Parses module sources that refer to a registry.
import { hostIn } from '../../lib/network/host.ts';

/** Module in a registry, such as `tipstaff.example.com/acme/vpc/aws`. A subfolder in the source is ignored. */
export interface RegistrySource {
  readonly host: string;
  readonly organization: string;
  readonly module: string;
  readonly provider: string;
}

/**
 * Parses a module source that contains a registry host. Returns undefined for other sources, such as folders, git URLs,
 * archive URLs, and modules of the public registry without a host.
 */
export function registrySource(source: string): RegistrySource | undefined {
  const [whole = ''] = source.trim().split('//');
  const { host: name = '', organization = '', module = '', provider = '' } = address.exec(whole)?.groups ?? {};
  const host = /^[^.].*[.:]|^localhost$/i.test(name) ? hostIn(name) : undefined;
  return host === undefined ? undefined : { host, organization, module, provider };
}

/** Returns the host name that sources use for a service. */
export const hostOfService = (baseUrl: string): string => new URL(baseUrl).host;

const address = /^(?<host>[^/]+)\/(?<organization>[\w-]+)\/(?<module>[\w-]+)\/(?<provider>[\w-]+)$/;
