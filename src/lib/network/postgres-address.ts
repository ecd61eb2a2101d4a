// Connection URL of PostgreSQL in libpq's syntax. It contains one or more servers, one of which accepts changes.

/** Servers in the order in which they are tried. */
export interface PostgresServers {
  /** One URL for each server. */
  readonly urls: readonly string[];
  /** Whether the server must accept changes. */
  readonly needsWrites: boolean;
}

/** Unusable URL. `wants` is what it has to be, as a phrase that follows "must be". */
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
  // A PostgreSQL URL has no fragment.
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

/** Returns the value of a parameter and removes the parameter. */
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
    return 'an address with sslrootcert, the file of the CA, if it has sslmode=verify-ca';
  if (root === 'system' && mode !== 'verify-full')
    return 'an address with sslmode=verify-full, if it has sslrootcert=system';
  return undefined;
}

/** Returns the servers of a URL that was validated with the configuration. */
export const serversOf = (address: string): PostgresServers => {
  const servers = postgresServers(address);
  return 'wants' in servers ? { urls: [address], needsWrites: false } : servers;
};

/** URL parameter with the path of the password file. */
export const passwordFileParameter = 'passwordfile';

/** Returns a URL with the path of the password file, which is read for each connection. */
export const withPasswordFile = (address: string, path: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${passwordFileParameter}=${encodeURIComponent(path)}`;

/** Whether the URL itself contains a password. */
export const hasPassword = (address: string): boolean =>
  serversOf(address).urls.some((url) => (URL.parse(url)?.password ?? '') !== '');
