// The address of PostgreSQL: of one server, or of several, of which one takes changes.

/** The servers in the order in which they are tried. */
export interface PostgresServers {
  /** One address for each server. */
  readonly urls: readonly string[];
  /** Whether only a server that takes changes will do. */
  readonly needsWrites: boolean;
}

const attribute = 'target_session_attrs';
const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^@/?]+)(.*)$/;

/** Reads `postgres://user:password@one:5432,other:5432/database?target_session_attrs=read-write`; null where it cannot be read. */
export const postgresServers = (address: string): PostgresServers | null => {
  const [, start, hosts, rest = ''] = parts.exec(address) ?? [];
  if (start === undefined || hosts === undefined) return null;
  const urls = hosts.split(',').map((host) => URL.parse(`${start}${host}${rest}`));
  const wanted = urls[0]?.searchParams.get(attribute) ?? 'any';
  if (!['any', 'read-write', 'primary'].includes(wanted)) return null;
  const known = urls.flatMap((url) => (url === null || url.hostname === '' ? [] : [url]));
  if (known.length < urls.length) return null;
  for (const url of known) url.searchParams.delete(attribute);
  return { urls: known.map(({ href }) => href), needsWrites: wanted !== 'any' || known.length > 1 };
};

/** The servers of an address that the configuration has accepted. */
export const serversOf = (address: string): PostgresServers =>
  postgresServers(address) ?? { urls: [address], needsWrites: false };
