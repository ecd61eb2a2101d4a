// Whether a module's source is one of a registry's own, as configurations write sources.

/** A module of a registry: `reeve.example.com/acme/vpc/aws`, whatever folder of it is used. */
export interface RegistrySource {
  readonly host: string;
  readonly organization: string;
  readonly module: string;
  readonly provider: string;
}

/** A host as addresses compare it: lower case, without the port that https has anyway. */
const hostOf = (text: string): string | undefined => {
  const url = /^[^/?#@\s\\]+$/.test(text) ? URL.parse(`https://${text}`) : null;
  return url === null || url.pathname !== '/' ? undefined : url.host;
};

const address = /^(?<host>[^/]+)\/(?<organization>[\w-]+)\/(?<module>[\w-]+)\/(?<provider>[\w-]+)$/;

/**
 * Reads a source that names a registry; undefined for every other: a folder, git, an archive's address, and the public
 * registry, whose name is left out.
 */
export const registrySource = (source: string): RegistrySource | undefined => {
  const [whole = ''] = source.trim().split('//');
  const { host: name = '', organization = '', module = '', provider = '' } = address.exec(whole)?.groups ?? {};
  const host = /^[^.].*[.:]|^localhost$/i.test(name) ? hostOf(name) : undefined;
  return host === undefined ? undefined : { host, organization, module, provider };
};

/** The host that sources name a service by. */
export const hostOfService = (baseUrl: string): string => new URL(baseUrl).host;
