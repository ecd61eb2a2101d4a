// Configuration by environment variables: each is one entry of a table, from which docs/configuration.md is made.
import { BlockList, isIP } from 'node:net';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { type Static, type TSchema, Type } from 'typebox';
import type { Environment } from './environment.ts';
import { Email, Exactly } from './jsonapi/schema.ts';
import { formerVariableProblems } from './kernel/former-name.ts';
import { type EncryptionKey, readEncryptionKeys } from './kernel/secrets.ts';
import { isThisMachine } from './lib/network/address.ts';
import { hostIn, originIn } from './lib/network/host.ts';
import { hasPassword, postgresServers, withPasswordFile } from './lib/network/postgres-address.ts';
import { type Rules, readVariables, type Variable } from './variables.ts';

const keysSchema = Type.Unsafe<readonly EncryptionKey[]>(Type.Array(Type.Object({})));

const schemas = {
  port: Type.Integer({ minimum: 0, maximum: 65_535 }),
  host: Type.String({ pattern: '^[A-Za-z0-9.:_-]+$' }),
  /** The address that clients use, without a slash at its end; absent when it is the one listened on. */
  baseUrl: Type.Optional(Type.String()),
  /** Other hosts that clients reach the service by. */
  hostAliases: Type.Array(Type.String()),
  dataDir: Type.String({ minLength: 1 }),
  /** PostgreSQL's address; absent for the embedded database. */
  databaseUrl: Type.Optional(Type.String()),
  databasePasswordFile: Type.Optional(Type.String()),
  /** Maximum number of connections of one instance to PostgreSQL; fewer than the minimum cannot be shared. */
  databaseConnections: Type.Integer({ minimum: 5, maximum: 1_000 }),
  /** Pooler between the service and PostgreSQL, which shares the service's connections. */
  databasePooler: Type.Enum(['none', 'pgbouncer']),
  /** Maximum time in seconds that a start waits for PostgreSQL. */
  databaseWait: Type.Integer({ minimum: 0, maximum: 3_600 }),
  edition: Type.Enum(['all', 'hosted', 'self-hosted']),
  vocabulary: Type.Enum(['neutral', 'terraform']),
  logLevel: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  /** The newest first; absent when the data folder has them. */
  encryptionKeys: Type.Optional(keysSchema),
  trustedProxies: Type.Array(Type.String()),
  rateLimitStore: Type.Enum(['memory', 'database']),
  metricsToken: Type.Optional(Type.String({ pattern: '^[!-~]{16,}$' })),
  /** A program that evaluates policies; absent where the service's own engine does. */
  policyEngine: Type.Optional(Type.String()),
  /** Maximum memory of the policy engine in MiB. */
  policyEngineMemory: Type.Integer({ minimum: 128, maximum: 4_096 }),
  /** Origins of run platforms that run tasks reach in the own network, or without TLS. */
  runPlatforms: Type.Array(Type.String()),
  /** The provider of text messages: its HTTP interface, without a slash at the end. */
  smsBaseUrl: Type.String(),
  /** The support address until the customization settings name another. */
  supportEmail: Email(),
};

const configSchema = Exactly(schemas);

/** Everything that the surroundings decide, read once at start-up. */
export type Config = Readonly<Static<typeof configSchema>>;

const policyEngineSchema = Exactly({
  policyEngine: schemas.policyEngine,
  policyEngineMemory: schemas.policyEngineMemory,
});

export type Edition = Config['edition'];
export type VocabularyName = Config['vocabulary'];

const clientSchemas = {
  url: Type.Optional(Type.String()),
  token: Type.Optional(Type.String({ pattern: '^[!-~]*$' })),
};

const clientSchema = Exactly(clientSchemas);

const isCidr = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  try {
    new BlockList().addSubnet(address, Number.parseInt(bits, 10), family === 4 ? 'ipv4' : 'ipv6');
    return /^\d+$/.test(bits);
  } catch {
    return false;
  }
};

const parseUrl = (text: string, protocols: readonly string[]): string | null => {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) ? text.replace(/\/+$/, '') : null;
};

const parseBaseUrl = (text: string): string | null => (/[?#]/.test(text) ? null : parseUrl(text, ['http:', 'https:']));

/** Credentials go over no wire in the clear. */
const parseSmsBaseUrl = (text: string): string | null => {
  const url = /[?#@]/.test(text) ? null : URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url));
  return isSafe ? text.replace(/\/+$/, '') : null;
};

const parseInteger = (text: string): unknown => (/^\d{1,15}$/.test(text) ? Number(text) : null);

const partsOf = (text: string): readonly string[] =>
  text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));

const parseHosts = (text: string): readonly string[] | null => {
  const parts = partsOf(text);
  const hosts = parts.flatMap((part) => hostIn(part) ?? []);
  return hosts.length === parts.length ? hosts : null;
};

const parseOrigins = (text: string): readonly string[] | null => {
  const parts = partsOf(text);
  const origins = parts.flatMap((part) => originIn(part) ?? []);
  return origins.length === parts.length ? origins : null;
};

const parseProxies = (text: string): readonly string[] | null => {
  const proxies = partsOf(text);
  return proxies.every(isCidr) ? proxies : null;
};

const variables: Readonly<Record<keyof typeof schemas, Variable>> = {
  port: {
    name: 'TIPSTAFF_PORT',
    fallback: '8080',
    meaning: 'TCP port to listen on; 0 takes any free one.',
    parse: parseInteger,
    wants: 'a port number from 0 to 65535',
  },
  host: {
    name: 'TIPSTAFF_HOST',
    fallback: '127.0.0.1',
    meaning: 'Address to listen on; `0.0.0.0` or `::` for every interface.',
    wants: 'a host name or an IP address',
  },
  baseUrl: {
    name: 'TIPSTAFF_BASE_URL',
    fallback: '',
    meaning:
      'Address that clients use, such as `https://tipstaff.example.com`; absolute links are built from it. Default: the address listened on.',
    parse: parseBaseUrl,
    wants: 'an http or https address without a query',
  },
  hostAliases: {
    name: 'TIPSTAFF_HOST_ALIASES',
    fallback: '',
    meaning:
      'Comma-separated hosts, beside that of `TIPSTAFF_BASE_URL`, that clients reach the service by; modules from there are modules of this service.',
    parse: parseHosts,
    wants: 'host names, such as registry.example.com or tipstaff:8080, separated by commas',
  },
  dataDir: {
    name: 'TIPSTAFF_DATA_DIR',
    fallback: './data',
    meaning: 'Folder of the embedded database, the encryption key and uploads under way; created with mode 0700.',
    parse: (text) => resolve(text),
    wants: 'a path',
  },
  databaseUrl: {
    name: 'TIPSTAFF_DATABASE_URL',
    fallback: '',
    meaning:
      'PostgreSQL 15 or later with its extension `pg_trgm`, as `postgres://user:password@host:port/database`. Of several hosts (`host1:port,host2:port`, with `?target_session_attrs=read-write`) the one that takes changes is used. Default: the embedded SQLite database in the data folder.',
    parse: (text) => ('wants' in postgresServers(text) ? null : text.replace(/\/+$/, '')),
    wants: (text) => {
      const servers = postgresServers(text);
      return 'wants' in servers ? servers.wants : 'an address of PostgreSQL';
    },
  },
  databasePasswordFile: {
    name: 'TIPSTAFF_DATABASE_PASSWORD_FILE',
    fallback: '',
    meaning:
      'The file with the password of `TIPSTAFF_DATABASE_URL`, read again for each new connection: a password may change while the service runs.',
    parse: (text) => resolve(text),
    wants: 'a path',
  },
  databaseConnections: {
    name: 'TIPSTAFF_DATABASE_CONNECTIONS',
    fallback: '10',
    meaning:
      'Connections of one instance to PostgreSQL at most. Half of them are for changes, at most 3 for those of one organization; a fifth are for long reads.',
    parse: parseInteger,
    wants: 'a number from 5 to 1000',
  },
  databasePooler: {
    name: 'TIPSTAFF_DATABASE_POOLER',
    fallback: 'none',
    meaning:
      '`pgbouncer` where `TIPSTAFF_DATABASE_URL` leads to PgBouncer in session or transaction mode: the service then needs nothing that a connection remembers.',
    wants: 'none or pgbouncer',
  },
  databaseWait: {
    name: 'TIPSTAFF_DATABASE_WAIT',
    fallback: '60',
    meaning: 'Seconds that `tipstaff serve` waits for PostgreSQL to answer.',
    parse: parseInteger,
    wants: 'a number of seconds from 0 to 3600',
  },
  edition: {
    name: 'TIPSTAFF_EDITION',
    fallback: 'all',
    meaning: '`hosted`, `self-hosted`, or `all`: which areas of the API are served.',
    wants: 'hosted, self-hosted or all',
  },
  vocabulary: {
    name: 'TIPSTAFF_VOCABULARY',
    fallback: 'neutral',
    meaning:
      "`neutral`: the reference's words; `terraform`: the words, headers and attributes that go-tfe, the `tfe` provider, pytfe and `terraform login` expect.",
    wants: 'neutral or terraform',
  },
  logLevel: {
    name: 'TIPSTAFF_LOG_LEVEL',
    fallback: 'info',
    meaning:
      '`trace` (every statement of the database, without its values), `debug` (every request), `info` (every change), `warn`, `error`, `fatal` or `silent`. Logs are JSON lines on standard error.',
    wants: 'trace, debug, info, warn, error, fatal or silent',
  },
  encryptionKeys: {
    name: 'TIPSTAFF_ENCRYPTION_KEY',
    fallback: '',
    meaning:
      '32 bytes in base64 or hexadecimal; secrets are sealed with it. To change it, put the new key before it, with a comma between them, and run `encryption-key rotate`. Required with `TIPSTAFF_DATABASE_URL`. Default: a key made at the first start, in `<data>/encryption-key`.',
    parse: (text) => readEncryptionKeys(text) ?? null,
    wants: '32 bytes in base64 or hexadecimal',
  },
  trustedProxies: {
    name: 'TIPSTAFF_TRUSTED_PROXIES',
    fallback: '',
    meaning: 'Comma-separated addresses or CIDR blocks of proxies whose `X-Forwarded-For` counts.',
    parse: parseProxies,
    wants: 'IP addresses or CIDR blocks, separated by commas',
  },
  rateLimitStore: {
    name: 'TIPSTAFF_RATE_LIMIT_STORE',
    fallback: 'memory',
    meaning: '`memory`: each instance counts for itself; `database`: instances on one PostgreSQL count together.',
    wants: 'memory or database',
  },
  metricsToken: {
    name: 'TIPSTAFF_METRICS_TOKEN',
    fallback: '',
    meaning:
      'Bearer token that shows `/metrics` and the detail of `/readyz` to clients on other machines; at least 16 characters.',
    wants: 'at least 16 visible characters',
  },
  policyEngine: {
    name: 'TIPSTAFF_POLICY_ENGINE',
    fallback: '',
    meaning:
      'Path of a policy engine built for this machine from `policy-engine/`, which costs a fraction, or `webassembly`. A service uses a program only where that proves that it is confined. Default: the program of `npm run engine:native` where it was run, else the same engine as WebAssembly.',
    wants: 'the path of a program, or webassembly',
  },
  policyEngineMemory: {
    name: 'TIPSTAFF_POLICY_ENGINE_MEMORY',
    fallback: '512',
    meaning:
      'How much memory a process of the policy engine may take, in MiB, from 128 to 4096. A service has up to three: for small evaluations, for large ones, and for checks of code.',
    parse: parseInteger,
    wants: 'a whole number from 128 to 4096',
  },
  runPlatforms: {
    name: 'TIPSTAFF_RUN_PLATFORMS',
    fallback: '',
    meaning:
      'Comma-separated run platforms that run tasks may reach although they are in a private network or have no TLS, such as `terraform.internal` or `http://10.0.0.5:8080`. Default: none, only public addresses over https.',
    parse: parseOrigins,
    wants: 'hosts or http and https addresses without a path, separated by commas',
  },
  smsBaseUrl: {
    name: 'TIPSTAFF_SMS_BASE_URL',
    fallback: 'https://api.twilio.com',
    meaning:
      'HTTP interface of the provider of text messages, to which `/2010-04-01/Accounts/<sid>/Messages.json` is added; https, or http on this machine.',
    parse: parseSmsBaseUrl,
    wants: 'an https address without a query, or an http address on this machine',
  },
  supportEmail: {
    name: 'TIPSTAFF_SUPPORT_EMAIL',
    fallback: 'support@example.com',
    meaning: 'Address for questions in mails and on pages, until the customization settings name another.',
    wants: 'an e-mail address',
  },
};

/** Variables that only the command line reads, and only where it calls a service that runs elsewhere. */
const clientVariables: Readonly<Record<keyof typeof clientSchemas, Variable>> = {
  url: {
    name: 'TIPSTAFF_URL',
    fallback: '',
    meaning: 'Address of the service, for commands that speak to one: `check`, `policy`, `policy-set`, `module`.',
    parse: parseBaseUrl,
    wants: 'an http or https address without a query',
  },
  token: {
    name: 'TIPSTAFF_TOKEN',
    fallback: '',
    meaning:
      'Token for these commands, of a user, a team or an organization. Default: `TF_TOKEN_<host>`, which installs modules too.',
    wants: 'a token',
  },
};

/** The variables as the documentation lists them. */
export const documentedVariables = Object.values({ ...variables, ...clientVariables }).map(
  ({ name, fallback, meaning }) => ({
    name,
    fallback,
    meaning,
  }),
);

const variableNames = documentedVariables.map(({ name }) => name);

const readOwn = <Schema extends TSchema>(
  schema: Schema,
  table: Readonly<Record<string, Variable>>,
  environment: Environment,
  rules: Rules = () => [],
): Static<Schema> =>
  readVariables(schema, table, environment, (values) => [
    ...formerVariableProblems(variableNames, environment),
    ...rules(values),
  ]);

/** Names that look like variables of ours and are none: misspelt, perhaps. */
export const unknownVariables = (environment: Environment): readonly string[] => {
  const known = new Set<string>(variableNames);
  return Object.keys(environment).filter((name) => name.startsWith('TIPSTAFF_') && !known.has(name));
};

const passwordFileProblems = (url: unknown, file: unknown): readonly string[] => {
  if (file === undefined) return [];
  if (typeof url !== 'string') return ['TIPSTAFF_DATABASE_PASSWORD_FILE is only for TIPSTAFF_DATABASE_URL.'];
  return hasPassword(url)
    ? ['TIPSTAFF_DATABASE_URL has a password, and TIPSTAFF_DATABASE_PASSWORD_FILE too: leave one of them out.']
    : [];
};

const crossProblems = (values: Readonly<Record<string, unknown>>): readonly string[] => [
  ...(values.databaseUrl !== undefined && values.encryptionKeys === undefined
    ? ['TIPSTAFF_ENCRYPTION_KEY is required with TIPSTAFF_DATABASE_URL.']
    : []),
  ...(values.databaseUrl === undefined && values.rateLimitStore === 'database'
    ? ['TIPSTAFF_RATE_LIMIT_STORE can be database only with TIPSTAFF_DATABASE_URL.']
    : []),
  ...passwordFileProblems(values.databaseUrl, values.databasePasswordFile),
];

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** The address that clients on this machine reach the service at. */
export const listeningUrl = (host: string, port: number): string => {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return `http://${isEverywhere ? hostname() : urlHost(host)}:${port}`;
};

/** Reads the configuration from environment variables; throws a `ConfigError` that names every problem at once. */
export const readConfig = (environment: Environment): Config => {
  const config = readOwn(configSchema, variables, environment, crossProblems);
  const { databaseUrl: url, databasePasswordFile: file } = config;
  return url === undefined || file === undefined ? config : { ...config, databaseUrl: withPasswordFile(url, file) };
};

/** Reads what the evaluation of policies needs, where there is no service; throws a `ConfigError`. */
export const readPolicyEngineConfig = (environment: Environment): Readonly<Static<typeof policyEngineSchema>> => {
  const { policyEngine, policyEngineMemory } = variables;
  return readOwn(policyEngineSchema, { policyEngine, policyEngineMemory }, environment);
};

/** Address and tokens of a service that runs elsewhere, for the command line. */
export interface ClientConfig {
  readonly url: string | undefined;
  /** The token for the service on a host. */
  readonly tokenFor: (host: string) => string | undefined;
}

/** The variable that stock clients take the token for a host from: what a name may not have is written in underscores. */
const stockTokenName = (host: string): string =>
  `TF_TOKEN_${host.replace(/:\d+$/, '').replaceAll('-', '__').replaceAll('.', '_')}`;

/** Reads what the command line needs to ask a service; throws a `ConfigError`. */
export const readClientConfig = (environment: Environment): ClientConfig => {
  const { url, token } = readOwn(clientSchema, clientVariables, environment);
  return { url, tokenFor: (host) => token ?? (environment[stockTokenName(host)]?.trim() || undefined) };
};
