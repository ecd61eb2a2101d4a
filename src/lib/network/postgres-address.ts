// Connection URL for PostgreSQL, in the syntax of libpq. It may name several servers, of which one accepts changes.

/** PostgreSQL servers in the order in which connections to them are tried. */
export interface PostgresServers {
  /** One URL for each server. */
  readonly urls: readonly string[];
  /** Whether only a server that accepts changes may be used. */
  readonly needsWrites: boolean;
}

/** Result for an unusable URL. `wants` describes a usable URL, as a phrase that follows "must be" in a message. */
export interface WrongAddress {
  readonly wants: string;
}

const scheme = /^postgres(?:ql)?:\/\//i;
const parts = /^(?:([^@/?]*)@)?([^@/?]*)(.*)$/;

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const sessions = ['any', 'read-write', 'primary'];

const wrongHosts =
  'an address with hosts such as db.example.com:5432, or with the folder of a socket as in postgres://user@/database?host=/run/postgresql';

/** Parses a URL such as `postgres://user:password@one:5432,other:5432/database?target_session_attrs=read-write`. */
export const postgresServers = (address: string): PostgresServers | WrongAddress => {
  if (!scheme.test(address)) return { wants: 'an address that begins with postgres://' };
  // A PostgreSQL URL has no fragment, so `#` is an ordinary character.
  const [, user, hosts = '', rest = ''] = parts.exec(address.replace(scheme, '').replaceAll('#', '%23')) ?? [];
  if (user === undefined && rest.includes('@'))
    return { wants: 'an address whose user and password contain /, ?, @ and % only as %2F, %3F, %40 and %25' };
  const [path = '', query] = rest.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const wants = wrongParameter(parameters);
  if (wants !== undefined) return { wants };
  const wanted = taken(parameters, 'target_session_attrs') ?? 'any';
  const places = (hosts || encodeURIComponent(taken(parameters, 'host') ?? '')).split(',');
  const start = user === undefined ? 'postgres://' : `postgres://${user}@`;
  const urls = places.flatMap((place) => URL.parse(`${start}${place}${path}${queryOf(parameters)}`) ?? []);
  if (places.includes('') || urls.length < places.length) return { wants: wrongHosts };
  return { urls: urls.map(({ href }) => href), needsWrites: wanted !== 'any' || urls.length > 1 };
};

const queryOf = (parameters: URLSearchParams): string => (parameters.size > 0 ? `?${parameters}` : '');

/** Removes a URL parameter and returns its value. */
function taken(parameters: URLSearchParams, name: string): string | null {
  const value = parameters.get(name);
  parameters.delete(name);
  return value;
}

function wrongParameter(parameters: URLSearchParams): string | undefined {
  const [mode, root] = [parameters.get('sslmode'), parameters.get('sslrootcert')];
  if (!sessions.includes(parameters.get('target_session_attrs') ?? 'any'))
    return 'an address with target_session_attrs=any, read-write or primary';
  if (mode !== null && !sslModes.includes(mode))
    return 'an address with sslmode=disable, prefer, require, verify-ca or verify-full';
  if (mode === 'verify-ca' && root === null)
    return 'an address with sslrootcert, the file with the CA certificate, if sslmode is verify-ca';
  if (root === 'system' && mode !== 'verify-full')
    return 'an address with sslmode=verify-full if sslrootcert is system';
  return undefined;
}

/** Returns the servers of a URL. The configuration must have validated the URL. */
export const serversOf = (address: string): PostgresServers => {
  const servers = postgresServers(address);
  return 'wants' in servers ? { urls: [address], needsWrites: false } : servers;
};

/** URL parameter that contains the path of the password file. */
export const passwordFileParameter = 'passwordfile';

/** Adds the path of a password file to a URL. The file is read again for each connection. */
export const withPasswordFile = (address: string, path: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${passwordFileParameter}=${encodeURIComponent(path)}`;

/** Whether the URL itself contains a password. */
export const hasPassword = (address: string): boolean =>
  serversOf(address).urls.some((url) => (URL.parse(url)?.password ?? '') !== '');
