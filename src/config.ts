// The only reader of the environment: every variable is one entry of a table, which the README's table is made from.
import { BlockList, isIP } from 'node:net';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { isThisMachine } from './lib/address.ts';
import { type EncryptionKey, readEncryptionKeys } from './lib/secrets.ts';
import { isEmail } from './lib/text.ts';

export type Edition = 'all' | 'hosted' | 'self-hosted';
export type VocabularyName = 'neutral' | 'terraform';
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

/** Everything that the surroundings decide, read once at start-up. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** The address that clients use, without a slash at its end; absent when it is the one listened on. */
  readonly baseUrl: string | undefined;
  readonly dataDir: string;
  /** PostgreSQL's address; absent for the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly edition: Edition;
  readonly vocabulary: VocabularyName;
  readonly logLevel: LogLevel;
  /** The newest first; absent when the data folder contains them. */
  readonly encryptionKeys: readonly EncryptionKey[] | undefined;
  readonly trustedProxies: readonly string[];
  readonly rateLimitStore: 'memory' | 'database';
  readonly metricsToken: string | undefined;
  /** The provider of text messages: its HTTP interface, without a slash at the end. */
  readonly smsBaseUrl: string;
  /** The support address until the customization settings name another. */
  readonly supportEmail: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Some variables are wrong; the message names each of them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

interface Variable<T> {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
  /** The value, or undefined when the text is none. */
  readonly read: (text: string) => T | undefined;
  readonly wants: string;
}

const oneOf =
  <const Word extends string>(...words: readonly Word[]) =>
  (text: string): Word | undefined =>
    words.find((word) => word === text);

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

const readUrl = (text: string, protocols: readonly string[]): string | undefined => {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) ? text.replace(/\/+$/, '') : undefined;
};

const readBaseUrl = (text: string): string | undefined =>
  /[?#]/.test(text) ? undefined : readUrl(text, ['http:', 'https:']);

/** Credentials go over no wire in the clear. */
const readSmsBaseUrl = (text: string): string | undefined => {
  const url = /[?#@]/.test(text) ? null : URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url));
  return isSafe ? text.replace(/\/+$/, '') : undefined;
};

const readPort = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;

const readProxies = (text: string): readonly string[] | undefined => {
  const proxies = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  return proxies.every(isCidr) ? proxies : undefined;
};

const variable = <T>(spec: Variable<T>): Variable<T> => spec;

const variables = {
  port: variable({
    name: 'REEVE_PORT',
    fallback: '8080',
    meaning: 'TCP port to listen on; 0 takes any free one.',
    read: readPort,
    wants: 'a port number from 0 to 65535',
  }),
  host: variable({
    name: 'REEVE_HOST',
    fallback: '127.0.0.1',
    meaning: 'Address to listen on; `0.0.0.0` or `::` for every interface.',
    read: (text) => (/^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined),
    wants: 'a host name or an IP address',
  }),
  baseUrl: variable({
    name: 'REEVE_BASE_URL',
    fallback: '',
    meaning:
      'Address that clients use, such as `https://reeve.example.com`; absolute links are built from it. Default: the address listened on.',
    read: (text) => (text === '' ? '' : readBaseUrl(text)),
    wants: 'an http or https address without a query',
  }),
  dataDir: variable({
    name: 'REEVE_DATA_DIR',
    fallback: './data',
    meaning: 'Folder of the embedded database, the encryption key and uploads under way; created with mode 0700.',
    read: (text) => resolve(text),
    wants: 'a path',
  }),
  databaseUrl: variable({
    name: 'REEVE_DATABASE_URL',
    fallback: '',
    meaning:
      'PostgreSQL 15 or later with its extension `pg_trgm`, as `postgres://user:password@host:port/database`. Default: the embedded SQLite database in the data folder.',
    read: (text) => (text === '' ? '' : readUrl(text, ['postgres:', 'postgresql:'])),
    wants: 'an address that begins with postgres://',
  }),
  edition: variable({
    name: 'REEVE_EDITION',
    fallback: 'all',
    meaning: '`hosted`, `self-hosted`, or `all`: which areas of the API are served.',
    read: oneOf('all', 'hosted', 'self-hosted'),
    wants: 'hosted, self-hosted or all',
  }),
  vocabulary: variable({
    name: 'REEVE_VOCABULARY',
    fallback: 'neutral',
    meaning:
      "`neutral`: the reference's words; `terraform`: the words, headers and attributes that existing clients of this API family use.",
    read: oneOf('neutral', 'terraform'),
    wants: 'neutral or terraform',
  }),
  logLevel: variable({
    name: 'REEVE_LOG_LEVEL',
    fallback: 'info',
    meaning:
      '`trace`, `debug` (every request), `info` (every change), `warn`, `error`, `fatal` or `silent`. Logs are JSON lines on standard error.',
    read: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    wants: 'trace, debug, info, warn, error, fatal or silent',
  }),
  encryptionKeys: variable({
    name: 'REEVE_ENCRYPTION_KEY',
    fallback: '',
    meaning:
      '32 bytes in base64 or hexadecimal; secrets are sealed with it. To change it, put the new key before it, with a comma between them, and run `encryption-key rotate`. Required with `REEVE_DATABASE_URL`. Default: a key made at the first start, in `<data>/encryption-key`.',
    read: (text) => (text === '' ? '' : readEncryptionKeys(text)),
    wants: '32 bytes in base64 or hexadecimal',
  }),
  trustedProxies: variable({
    name: 'REEVE_TRUSTED_PROXIES',
    fallback: '',
    meaning: 'Comma-separated addresses or CIDR blocks of proxies whose `X-Forwarded-For` counts.',
    read: readProxies,
    wants: 'IP addresses or CIDR blocks, separated by commas',
  }),
  rateLimitStore: variable({
    name: 'REEVE_RATE_LIMIT_STORE',
    fallback: 'memory',
    meaning: '`memory`: each instance counts for itself; `database`: instances on one PostgreSQL count together.',
    read: oneOf('memory', 'database'),
    wants: 'memory or database',
  }),
  metricsToken: variable({
    name: 'REEVE_METRICS_TOKEN',
    fallback: '',
    meaning: 'Bearer token that shows the detail of `/readyz` to clients on other machines; at least 16 characters.',
    read: (text) => (text === '' || /^[!-~]{16,}$/.test(text) ? text : undefined),
    wants: 'at least 16 visible characters',
  }),
  smsBaseUrl: variable({
    name: 'REEVE_SMS_BASE_URL',
    fallback: 'https://api.twilio.com',
    meaning:
      'HTTP interface of the provider of text messages, to which `/2010-04-01/Accounts/<sid>/Messages.json` is added; https, or http on this machine.',
    read: readSmsBaseUrl,
    wants: 'an https address without a query, or an http address on this machine',
  }),
  supportEmail: variable({
    name: 'REEVE_SUPPORT_EMAIL',
    fallback: 'support@example.com',
    meaning: 'Address for questions in mails and on pages, until the customization settings name another.',
    read: (text) => (isEmail(text) ? text : undefined),
    wants: 'an e-mail address',
  }),
} as const;

/** What only the command line reads, and only where it asks a service that runs elsewhere. */
const clientVariables = {
  url: variable({
    name: 'REEVE_URL',
    fallback: '',
    meaning: 'Address of the service for `module check`.',
    read: (text) => (text === '' ? '' : readBaseUrl(text)),
    wants: 'an http or https address without a query',
  }),
  token: variable({
    name: 'REEVE_TOKEN',
    fallback: '',
    meaning: 'Token for `module check`. Default: `TF_TOKEN_<host>`, which installs modules too.',
    read: (text) => (/^[!-~]*$/.test(text) ? text : undefined),
    wants: 'a token',
  }),
} as const;

/** The variables as the documentation lists them. */
export const documentedVariables = Object.values({ ...variables, ...clientVariables }).map(
  ({ name, fallback, meaning }) => ({
    name,
    fallback,
    meaning,
  }),
);

type Values = { [Key in keyof typeof variables]: Exclude<ReturnType<(typeof variables)[Key]['read']>, undefined> };

const readAll = (environment: Environment): { values: Partial<Values>; problems: string[] } => {
  const problems: string[] = [];
  const values = Object.entries(variables).map(([key, { name, fallback, read, wants }]) => {
    const text = environment[name]?.trim() ?? '';
    const value = read(text === '' ? fallback : text);
    if (value === undefined) problems.push(`${name} must be ${wants}.`);
    return [key, value];
  });
  return { values: Object.fromEntries(values), problems };
};

/** What looks like a variable of ours and is none: misspelt, perhaps. */
export const unknownVariables = (environment: Environment): readonly string[] => {
  const known = new Set<string>(documentedVariables.map(({ name }) => name));
  return Object.keys(environment).filter((name) => name.startsWith('REEVE_') && !known.has(name));
};

const crossProblems = ({ databaseUrl, encryptionKeys, rateLimitStore }: Partial<Values>): string[] => [
  ...(databaseUrl && encryptionKeys === '' ? ['REEVE_ENCRYPTION_KEY is required with REEVE_DATABASE_URL.'] : []),
  ...(databaseUrl === '' && rateLimitStore === 'database'
    ? ['REEVE_RATE_LIMIT_STORE can be database only with REEVE_DATABASE_URL.']
    : []),
];

const isComplete = (values: Partial<Values>): values is Values =>
  Object.values(values).every((value) => value !== undefined);

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** The address that clients on this machine reach the service at. */
export const listeningUrl = (host: string, port: number): string => {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return `http://${isEverywhere ? hostname() : urlHost(host)}:${port}`;
};

/** Reads the configuration from environment variables; throws a `ConfigError` that names every problem at once. */
export const readConfig = (environment: Environment): Config => {
  const { values, problems } = readAll(environment);
  const all = [...problems, ...crossProblems(values)];
  if (all.length > 0 || !isComplete(values)) throw new ConfigError(all);
  const { baseUrl, databaseUrl, encryptionKeys, metricsToken, ...rest } = values;
  return {
    ...rest,
    baseUrl: baseUrl === '' ? undefined : baseUrl,
    databaseUrl: databaseUrl === '' ? undefined : databaseUrl,
    encryptionKeys: encryptionKeys === '' ? undefined : encryptionKeys,
    metricsToken: metricsToken === '' ? undefined : metricsToken,
  };
};

/** Where the command line finds a service that runs elsewhere. */
export interface ClientConfig {
  readonly url: string | undefined;
  /** The token for the service on a host. */
  readonly tokenFor: (host: string) => string | undefined;
}

const readOne = <T>({ name, fallback, read, wants }: Variable<T>, environment: Environment): T => {
  const value = read(environment[name]?.trim() || fallback);
  if (value === undefined) throw new ConfigError([`${name} must be ${wants}.`]);
  return value;
};

/** The variable that stock clients take the token for a host from: what a name may not have is written in underscores. */
const stockTokenName = (host: string): string =>
  `TF_TOKEN_${host.replace(/:\d+$/, '').replaceAll('-', '__').replaceAll('.', '_')}`;

/** Reads what the command line needs to ask a service; throws a `ConfigError`. */
export const readClientConfig = (environment: Environment): ClientConfig => {
  const url = readOne(clientVariables.url, environment);
  const token = readOne(clientVariables.token, environment);
  return {
    url: url === '' ? undefined : url,
    tokenFor: (host) => token || environment[stockTokenName(host)]?.trim() || undefined,
  };
};

// biome-ignore lint/style/noProcessEnv: the one reader of the environment
export const processEnvironment: Environment = process.env;
