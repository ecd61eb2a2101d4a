// Declares the whole configuration as one table. The parser of variables, the keys of tipstaff.yaml and their JSON
// Schema, and docs/configuration.md are derived from this table.
import { resolve } from 'node:path';
import { type TSchema, Type } from 'typebox';
import { usualConfigurationFile } from '../environment.ts';
import { Email } from '../jsonapi/schema.ts';
import { type EncryptionKey, readEncryptionKeys } from '../kernel/secrets.ts';
import { keysOf } from '../lib/functions/records.ts';
import { postgresServers } from '../lib/network/postgres-address.ts';
import { traceSchemas, traceVariables } from './trace-declarations.ts';
import {
  parseBaseUrl,
  parseHosts,
  parseInteger,
  parseListeningHost,
  parseNoProxy,
  parseOrigins,
  parseProxies,
  parseProxyUrl,
  parseSmsBaseUrl,
} from './values.ts';
import { fileNameOf, type Variable } from './variables.ts';

const keysSchema = Type.Unsafe<readonly EncryptionKey[]>(Type.Array(Type.Object({})));

/** Value schemas of the service configuration. */
export const schemas = {
  port: Type.Integer({ minimum: 0, maximum: 65_535 }),
  host: Type.String({ pattern: '^[A-Za-z0-9.:_-]+$' }),
  /** Paths of the server's certificate and private key. Absent if the server uses plain HTTP. */
  tlsCertificate: Type.Optional(Type.String()),
  tlsKey: Type.Optional(Type.String()),
  /** URL that clients use, without a trailing slash. Absent if clients use the address that the server listens on. */
  baseUrl: Type.Optional(Type.String()),
  /** Hosts by which clients reach the service, in addition to the host of `baseUrl`. */
  hostAliases: Type.Array(Type.String()),
  dataDir: Type.String({ minLength: 1 }),
  /** PostgreSQL URL. Absent if SQLite is used. */
  databaseUrl: Type.Optional(Type.String()),
  databasePasswordFile: Type.Optional(Type.String()),
  /**
   * Maximum number of PostgreSQL connections of one instance. At least five are needed, because the connections are
   * divided among types of queries.
   */
  databaseConnections: Type.Integer({ minimum: 5, maximum: 1_000 }),
  /** Connection pooler between the service and PostgreSQL. */
  databasePooler: Type.Enum(['none', 'pgbouncer']),
  /** Maximum time in seconds to wait for PostgreSQL at the start. */
  databaseWait: Type.Integer({ minimum: 0, maximum: 3_600 }),
  edition: Type.Enum(['all', 'hosted', 'self-hosted']),
  vocabulary: Type.Enum(['neutral', 'terraform']),
  logLevel: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  /** Duration in ms from which a database statement is logged as slow. 0 turns this off. */
  slowQueryMs: Type.Integer({ minimum: 0, maximum: 3_600_000 }),
  /** Encryption keys, newest first. Absent if they are in the data folder. */
  encryptionKeys: Type.Optional(keysSchema),
  trustedProxies: Type.Array(Type.String()),
  rateLimitStore: Type.Enum(['memory', 'database']),
  metricsToken: Type.Optional(Type.String({ pattern: '^[!-~]{16,}$' })),
  /** Program that evaluates policies. Absent if Tipstaff chooses the engine itself. */
  policyEngine: Type.Optional(Type.String()),
  /** Maximum memory of the policy engine in MiB. */
  policyEngineMemory: Type.Integer({ minimum: 128, maximum: 4_096 }),
  /** Origins of run platforms that may be in a private network or use plain HTTP. */
  runPlatforms: Type.Array(Type.String()),
  /** Origins of identity providers in a private network. */
  signInProviders: Type.Array(Type.String()),
  /** URL of the proxy for HTTPS requests of the service. Absent if there is none. */
  httpsProxy: Type.Optional(Type.String()),
  /** Hosts that are reached without the proxy. */
  noProxy: Type.Array(Type.String()),
  /** Base URL of the SMS provider's API, without a trailing slash. */
  smsBaseUrl: Type.String(),
  /** Support address that is used until the customization settings contain another one. */
  supportEmail: Email(),
  ...traceSchemas,
};

const pathIn = (text: string, folder: string): string => resolve(folder, text);

/** Value schemas of commands that call a service. */
export const clientSchemas = {
  url: Type.Optional(Type.String()),
  token: Type.Optional(Type.String({ pattern: '^[!-~]*$' })),
};

export const variables: Readonly<Record<keyof typeof schemas, Variable>> = {
  port: {
    name: 'TIPSTAFF_PORT',
    fallback: '8080',
    meaning: 'TCP port to listen on. `0` selects any free port.',
    parse: parseInteger,
    wants: 'a port number from 0 to 65535',
  },
  host: {
    name: 'TIPSTAFF_HOST',
    fallback: '127.0.0.1',
    meaning: 'Address to listen on. `0.0.0.0` or `::` stands for every interface.',
    parse: parseListeningHost,
    wants: 'a host name or an IP address, without a port',
  },
  tlsCertificate: {
    name: 'TIPSTAFF_TLS_CERTIFICATE',
    fallback: '',
    meaning:
      'PEM file with the certificate of the service, followed by those of its intermediate authorities. If set, the service only accepts https (TLS 1.2 or later). The file is read again when it changes. Default: plain http, for use behind a proxy.',
    inFolder: pathIn,
    parse: (text) => resolve(text),
    wants: 'a path',
  },
  tlsKey: {
    name: 'TIPSTAFF_TLS_KEY',
    fallback: '',
    meaning: 'PEM file with the private key of `TIPSTAFF_TLS_CERTIFICATE`, without a passphrase.',
    inFolder: pathIn,
    parse: (text) => resolve(text),
    wants: 'a path',
  },
  baseUrl: {
    name: 'TIPSTAFF_BASE_URL',
    fallback: '',
    meaning:
      'Address that clients use, such as `https://tipstaff.example.com`. Absolute links begin with it. Default: the address that the service listens on.',
    parse: parseBaseUrl,
    wants: 'an http or https address without credentials and without a query',
  },
  hostAliases: {
    name: 'TIPSTAFF_HOST_ALIASES',
    fallback: '',
    meaning:
      'Comma-separated hosts by which clients reach the service, in addition to that of `TIPSTAFF_BASE_URL`. Module sources with these hosts refer to this service.',
    parse: parseHosts,
    wants: 'host names, such as registry.example.com or tipstaff:8080, separated by commas',
  },
  dataDir: {
    name: 'TIPSTAFF_DATA_DIR',
    fallback: './data',
    meaning:
      'Folder of the embedded database, the encryption key and unfinished uploads. It is created with mode 0700.',
    inFolder: pathIn,
    parse: (text) => resolve(text),
    wants: 'a path',
  },
  databaseUrl: {
    name: 'TIPSTAFF_DATABASE_URL',
    isSecret: true,
    fallback: '',
    meaning:
      'PostgreSQL 15 or later with its extension `pg_trgm`, as `postgres://user:password@host:port/database`. If there are several hosts (`host1:port,host2:port`, with `?target_session_attrs=read-write`), the one that accepts changes is used. Default: the embedded SQLite database in the data folder.',
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
      'File with the password for `TIPSTAFF_DATABASE_URL`. It is read again for each new connection, so the password may change while the service runs.',
    inFolder: pathIn,
    parse: (text) => resolve(text),
    wants: 'a path',
  },
  databaseConnections: {
    name: 'TIPSTAFF_DATABASE_CONNECTIONS',
    fallback: '10',
    meaning:
      'Maximum number of connections of one instance to PostgreSQL. Half of them are for changes (at most 3 for the changes of one organization), and a fifth are for long reads.',
    parse: parseInteger,
    wants: 'a number from 5 to 1000',
  },
  databasePooler: {
    name: 'TIPSTAFF_DATABASE_POOLER',
    fallback: 'none',
    meaning:
      '`pgbouncer` if `TIPSTAFF_DATABASE_URL` is the address of PgBouncer in session or transaction mode. The service then does not rely on session state of its connections.',
    wants: 'none or pgbouncer',
  },
  databaseWait: {
    name: 'TIPSTAFF_DATABASE_WAIT',
    fallback: '60',
    meaning: 'Maximum time in seconds that `tipstaff serve` waits for PostgreSQL to answer.',
    parse: parseInteger,
    wants: 'a number of seconds from 0 to 3600',
  },
  edition: {
    name: 'TIPSTAFF_EDITION',
    fallback: 'all',
    meaning: 'Areas of the API that are served: `hosted`, `self-hosted` or `all`.',
    wants: 'hosted, self-hosted or all',
  },
  vocabulary: {
    name: 'TIPSTAFF_VOCABULARY',
    fallback: 'neutral',
    meaning:
      'Vocabulary of the API. `neutral`: the terms of the API reference. `terraform`: the terms, headers and attributes that go-tfe, the `tfe` provider, pytfe and `terraform login` expect.',
    wants: 'neutral or terraform',
  },
  logLevel: {
    name: 'TIPSTAFF_LOG_LEVEL',
    fallback: 'info',
    meaning:
      'Lowest level that is logged: `trace` (every database statement, without its values), `debug` (every request), `info` (every change), `warn`, `error`, `fatal` or `silent`. Logs are JSON lines on standard error.',
    wants: 'trace, debug, info, warn, error, fatal or silent',
  },
  slowQueryMs: {
    name: 'TIPSTAFF_SLOW_QUERY_MS',
    fallback: '0',
    meaning:
      'Duration in milliseconds from which a database statement is logged as a warning, with its SQL (without values), its duration including the wait for a connection, its number of rows, and the request. `0` turns this off.',
    parse: parseInteger,
    wants: 'a number of milliseconds from 0 to 3600000',
  },
  encryptionKeys: {
    name: 'TIPSTAFF_ENCRYPTION_KEY',
    isSecret: true,
    fallback: '',
    meaning:
      'Key with which secrets are encrypted: 32 bytes in base64 or hexadecimal. To change it, put the new key and a comma before the old one, and run `encryption-key rotate`. Required with `TIPSTAFF_DATABASE_URL`. Default: the key in `<data>/encryption-key`, which is created at the first start.',
    parse: (text) => readEncryptionKeys(text) ?? null,
    wants: '32 bytes in base64 or hexadecimal',
  },
  trustedProxies: {
    name: 'TIPSTAFF_TRUSTED_PROXIES',
    fallback: '',
    meaning: 'Comma-separated addresses or CIDR blocks of proxies whose `X-Forwarded-For` header is trusted.',
    parse: parseProxies,
    wants: 'IP addresses or CIDR blocks, separated by commas',
  },
  rateLimitStore: {
    name: 'TIPSTAFF_RATE_LIMIT_STORE',
    fallback: 'memory',
    meaning:
      'Where requests are counted for rate limits. `memory`: each instance counts separately. `database`: all instances on one PostgreSQL database count together.',
    wants: 'memory or database',
  },
  metricsToken: {
    name: 'TIPSTAFF_METRICS_TOKEN',
    isSecret: true,
    fallback: '',
    meaning:
      'Bearer token with which clients on other machines can read `/metrics` and the details of `/readyz`. At least 16 characters.',
    wants: 'at least 16 visible characters',
  },
  policyEngine: {
    name: 'TIPSTAFF_POLICY_ENGINE',
    inFolder: (text, folder) => (text === 'webassembly' ? text : pathIn(text, folder)),
    fallback: '',
    meaning:
      'Path of a policy engine program that was built for this machine from `policy-engine/`, or `webassembly`, which needs several times the CPU time of a program. The service only uses a program after a check that the sandbox of the program works. Default: the program that is installed with Tipstaff or was built by `npm run engine:native`, if its checksum matches the release. Otherwise the same engine as WebAssembly.',
    wants: 'the path of a program, or webassembly',
  },
  policyEngineMemory: {
    name: 'TIPSTAFF_POLICY_ENGINE_MEMORY',
    fallback: '512',
    meaning:
      'Maximum memory of a policy engine process in MiB, from 128 to 4096. A service has up to three such processes: for small evaluations, for large evaluations, and for code checks.',
    parse: parseInteger,
    wants: 'a whole number from 128 to 4096',
  },
  runPlatforms: {
    name: 'TIPSTAFF_RUN_PLATFORMS',
    fallback: '',
    meaning:
      'Comma-separated run platforms that run tasks may contact in a private network or without TLS, such as `terraform.internal` or `http://10.0.0.5:8080`. Default: none, so only public addresses over https are allowed.',
    parse: parseOrigins,
    wants: 'hosts or http and https addresses without a path, separated by commas',
  },
  signInProviders: {
    name: 'TIPSTAFF_SIGN_IN_PROVIDERS',
    fallback: '',
    meaning:
      'Comma-separated OpenID Connect providers that may be contacted in a private network, such as `keycloak.internal:8443`, or on this machine, such as `http://127.0.0.1:8180`. Default: none, so only public addresses over https are allowed.',
    parse: parseOrigins,
    wants: 'hosts or http and https addresses without a path, separated by commas',
  },
  httpsProxy: {
    name: 'TIPSTAFF_HTTPS_PROXY',
    isSecret: true,
    fallback: '',
    meaning:
      'Proxy for https requests of the service to run platforms, OpenID Connect providers, the SMS provider and the receiver of the audit stream, such as `http://proxy.internal:3128`. It can contain a username and a password. Default: none; the variable `HTTPS_PROXY` is ignored.',
    parse: parseProxyUrl,
    wants: 'an http or https address without a path, with a username and a password in percent-encoding if it has any',
  },
  noProxy: {
    name: 'TIPSTAFF_NO_PROXY',
    fallback: '',
    meaning:
      'Comma-separated hosts that the service reaches without `TIPSTAFF_HTTPS_PROXY`: names, IP addresses, ranges such as `10.0.0.1-10.0.0.99`, domains such as `.internal`, each with an optional port, or `*` for all hosts.',
    parse: parseNoProxy,
    wants:
      'names, IP addresses, ranges such as 10.0.0.1-10.0.0.99, domains such as .internal, or *, separated by commas',
  },
  smsBaseUrl: {
    name: 'TIPSTAFF_SMS_BASE_URL',
    fallback: 'https://api.twilio.com',
    meaning:
      'Base URL of the API of the SMS provider, to which `/2010-04-01/Accounts/<sid>/Messages.json` is added. It must use https, or http on this machine.',
    parse: parseSmsBaseUrl,
    wants: 'an https address without a query, or an http address on this machine',
  },
  supportEmail: {
    name: 'TIPSTAFF_SUPPORT_EMAIL',
    fallback: 'support@example.com',
    meaning:
      'E-mail address for questions, shown in mails and on pages unless the customization settings contain another one.',
    wants: 'an e-mail address',
  },
  ...traceVariables,
};

/** Variables that only CLI commands read, when they call a running service. */
export const clientVariables: Readonly<Record<keyof typeof clientSchemas, Variable>> = {
  url: {
    name: 'TIPSTAFF_URL',
    fallback: '',
    meaning: 'Address of the service that the commands `check`, `policy`, `policy-set` and `module` use.',
    parse: parseBaseUrl,
    wants: 'an http or https address without credentials and without a query',
  },
  token: {
    name: 'TIPSTAFF_TOKEN',
    isSecret: true,
    fallback: '',
    meaning:
      'API token of a user, a team or an organization for the commands that use `TIPSTAFF_URL`. Default: the value of `TF_TOKEN_<host>`, which Terraform uses to install modules.',
    wants: 'a token',
  },
};

/** Variable that names the configuration file. */
export const fileVariable = {
  name: 'TIPSTAFF_CONFIG',
  fallback: usualConfigurationFile,
  meaning: 'Path of the configuration file, unless `--config` names one. `none` means that no file is read.',
};

/** Variable with the schema of its value. */
export interface DocumentedVariable extends Variable {
  readonly schema: TSchema;
}

const withSchemas = <Key extends string>(
  table: Readonly<Record<Key, Variable>>,
  own: Readonly<Record<Key, TSchema>>,
): readonly DocumentedVariable[] => keysOf(table).map((key) => ({ ...table[key], schema: own[key] }));

/** All variables, in the order of the documentation. */
export const documentedVariables: readonly DocumentedVariable[] = [
  ...withSchemas(variables, schemas),
  ...withSchemas(clientVariables, clientSchemas),
];

/** Names of all variables, including those that name files with secrets. */
export const variableNames = documentedVariables.flatMap(({ name, isSecret }) =>
  isSecret ? [name, fileNameOf(name)] : [name],
);

/** Whether the value of a variable is a comma-separated list, which may also be a sequence in a configuration file. */
export const isList = ({ schema }: DocumentedVariable): boolean => Reflect.get(schema, 'type') === 'array';
