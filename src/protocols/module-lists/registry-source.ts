// The source of a module, as configurations write it, where it names a registry.
import { hostIn } from '../../lib/network/host.ts';

/** A module in a registry: `tipstaff.example.com/acme/vpc/aws`, whichever of its folders is used. */
export interface RegistrySource {
  readonly host: string;
  readonly organization: string;
  readonly module: string;
  readonly provider: string;
}

/**
 * Reads a source that names the host of a registry; undefined for every other source: a folder, git, the address of an
 * archive, and the public registry, whose host is left out.
 */
export function registrySource(source: string): RegistrySource | undefined {
  const [whole = ''] = source.trim().split('//');
  const { host: name = '', organization = '', module = '', provider = '' } = address.exec(whole)?.groups ?? {};
  const host = /^[^.].*[.:]|^localhost$/i.test(name) ? hostIn(name) : undefined;
  return host === undefined ? undefined : { host, organization, module, provider };
}

/** The host by which sources name a service. */
export const hostOfService = (baseUrl: string): string => new URL(baseUrl).host;

const address = /^(?<host>[^/]+)\/(?<organization>[\w-]+)\/(?<module>[\w-]+)\/(?<provider>[\w-]+)$/;
