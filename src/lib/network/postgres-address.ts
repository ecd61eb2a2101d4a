// The address of PostgreSQL: of one server, or of several, of which one takes changes. It is written as for libpq.

/** The servers in the order in which they are tried. */
export interface PostgresServers {
  /** One address for each server. */
  readonly urls: readonly string[];
  /** True if only a server that takes changes will do. */
  readonly needsWrites: boolean;
}

/** An address that cannot be used: what it has to be, after "must be". */
export interface WrongAddress {
  readonly wants: string;
}

const scheme = /^postgres(?:ql)?:\/\//i;
const parts = /^(?:([^@/?]*)@)?([^@/?]*)(.*)$/;

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const sessions = ['any', 'read-write', 'primary'];

const wrongHosts =
  'an address with hosts such as db.example.com:5432, or with the folder of a socket as in postgres://user@/database?host=/run/postgresql';

/** Reads `postgres://user:password@one:5432,other:5432/database?target_session_attrs=read-write`. */
export const postgresServers = (address: string): PostgresServers | WrongAddress => {
  if (!scheme.test(address)) return { wants: 'an address that begins with postgres://' };
  // An address of PostgreSQL has no fragment.
  const [, user, hosts = '', rest = ''] = parts.exec(address.replace(scheme, '').replaceAll('#', '%23')) ?? [];
  if (user === undefined && rest.includes('@'))
    return { wants: 'an address whose user and password have /, ?, @ and % as %2F, %3F, %40 and %25' };
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

/** The value of a parameter, which is left out of the others. */
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
    return 'an address with sslrootcert, the file of the CA, beside sslmode=verify-ca';
  if (root === 'system' && mode !== 'verify-full')
    return 'an address with sslmode=verify-full beside sslrootcert=system';
  return undefined;
}

/** The servers of an address that the configuration has accepted. */
export const serversOf = (address: string): PostgresServers => {
  const servers = postgresServers(address);
  return 'wants' in servers ? { urls: [address], needsWrites: false } : servers;
};

/** The parameter of an address that names the file with the password. */
export const passwordFileParameter = 'passwordfile';

/** An address with its password in a file, which each connection reads. */
export const withPasswordFile = (address: string, path: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${passwordFileParameter}=${encodeURIComponent(path)}`;

/** True of an address with a password of its own. */
export const hasPassword = (address: string): boolean =>
  serversOf(address).urls.some((url) => (URL.parse(url)?.password ?? '') !== '');
