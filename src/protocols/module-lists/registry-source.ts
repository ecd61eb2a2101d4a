// The source of a module, as configurations write it, where it names a registry.

/** A module in a registry: `reeve.example.com/acme/vpc/aws`, whichever of its folders is used. */
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
  const host = /^[^.].*[.:]|^localhost$/i.test(name) ? hostOf(name) : undefined;
  return host === undefined ? undefined : { host, organization, module, provider };
}

/** The host by which sources name a service. */
export const hostOfService = (baseUrl: string): string => new URL(baseUrl).host;

const address = /^(?<host>[^/]+)\/(?<organization>[\w-]+)\/(?<module>[\w-]+)\/(?<provider>[\w-]+)$/;

/** A host in the form that can be compared: lower case, without the default port of https. */
function hostOf(text: string): string | undefined {
  const url = /^[^/?#@\s\\]+$/.test(text) ? URL.parse(`https://${text}`) : null;
  return url === null || url.pathname !== '/' ? undefined : url.host;
}
