// Configuration from environment variables and from a file, whose keys correspond to variables (src/configuration).
import { hostname } from 'node:os';
import type { Static } from 'typebox';
import {
  clientSchemas,
  clientVariables,
  fileVariable,
  schemas,
  variableNames,
  variables,
} from './configuration/declarations.ts';
import { spellingAdvice } from './configuration/spelling.ts';
import { type Rules, readVariables, textOf } from './configuration/variables.ts';
import { configurationFile, type Environment } from './environment.ts';
import { Exactly } from './jsonapi/schema.ts';
import { hasPassword, withPasswordFile } from './lib/network/postgres-address.ts';

const configSchema = Exactly(schemas);

/** Complete configuration of the service. It is read once at start-up. */
export type Config = Readonly<Static<typeof configSchema>>;

const policyEngineSchema = Exactly({
  policyEngine: schemas.policyEngine,
  policyEngineMemory: schemas.policyEngineMemory,
});

export type Edition = Config['edition'];
export type VocabularyName = Config['vocabulary'];

const clientSchema = Exactly(clientSchemas);

/** Prefixes of the variable names that Tipstaff reads. */
const prefixes = ['TIPSTAFF_', 'OTEL_EXPORTER_OTLP_', 'OTEL_TRACES_'];

/**
 * Returns a sentence for each unknown variable whose name begins with one of the prefixes, because the name may be
 * misspelled.
 */
export const unknownVariables = (environment: Environment): readonly string[] => {
  const known = [...variableNames, fileVariable.name];
  return Object.keys(environment)
    .filter((name) => prefixes.some((prefix) => name.startsWith(prefix)) && !known.includes(name))
    .map((name) => `${name} is not a Tipstaff variable: ${spellingAdvice(name, known)}`);
};

/** Returns the message that confirms that the variables and the configuration file are valid. */
export const validSentence = (environment: Environment): string => {
  const path = environment[configurationFile]?.path;
  return `All variables that are set${path === undefined ? '' : `, and the keys of ${path},`} are valid.`;
};

const passwordFileProblems: Rules = ({ databaseUrl: url, databasePasswordFile: file }, labelOf) => {
  if (file === undefined) return [];
  if (url === undefined)
    return [`${labelOf('TIPSTAFF_DATABASE_PASSWORD_FILE')} can only be set together with TIPSTAFF_DATABASE_URL.`];
  return typeof url === 'string' && hasPassword(url)
    ? ['TIPSTAFF_DATABASE_URL and TIPSTAFF_DATABASE_PASSWORD_FILE both contain a password: remove one of them.']
    : [];
};

const tlsProblems: Rules = ({ tlsCertificate: certificate, tlsKey: key }, labelOf) => {
  if ((certificate === undefined) === (key === undefined)) return [];
  const [is, other] = key === undefined ? ['CERTIFICATE', 'KEY'] : ['KEY', 'CERTIFICATE'];
  return [`${labelOf(`TIPSTAFF_TLS_${is}`)} is set, and TIPSTAFF_TLS_${other} is not: set both, or none.`];
};

const samplerProblems: Rules = ({ tracesSampler: sampler, tracesSamplerArg: share }, labelOf) =>
  share === 1 || share === null || String(sampler).endsWith('traceidratio')
    ? []
    : [
        `${labelOf('OTEL_TRACES_SAMPLER_ARG')} can only be set with the sampler traceidratio or parentbased_traceidratio.`,
      ];

const crossProblems: Rules = (values, labelOf) => [
  ...(values.databaseUrl !== undefined && values.encryptionKeys === undefined
    ? ['TIPSTAFF_ENCRYPTION_KEY is required with TIPSTAFF_DATABASE_URL.']
    : []),
  ...(values.databaseUrl === undefined && values.rateLimitStore === 'database'
    ? [`${labelOf('TIPSTAFF_RATE_LIMIT_STORE')} can only be database if TIPSTAFF_DATABASE_URL is set.`]
    : []),
  ...passwordFileProblems(values, labelOf),
  ...tlsProblems(values, labelOf),
  ...samplerProblems(values, labelOf),
];

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Returns the URL under which clients on this machine can access the service. */
export const listeningUrl = (
  { host, tlsCertificate }: Pick<Config, 'host' | 'tlsCertificate'>,
  port: number,
): string => {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return `${tlsCertificate === undefined ? 'http' : 'https'}://${isEverywhere ? hostname() : urlHost(host)}:${port}`;
};

const serviceVariables = {
  schema: configSchema,
  table: variables,
  rules: crossProblems,
  needsWholeFile: true,
} as const;

/** Reads the configuration of a service. Throws a `ConfigError` that lists all problems. */
export const readConfig = (environment: Environment): Config => {
  const config = readVariables(serviceVariables, environment);
  const { databaseUrl: url, databasePasswordFile: file } = config;
  return url === undefined || file === undefined ? config : { ...config, databaseUrl: withPasswordFile(url, file) };
};

/** Reads the configuration for evaluating policies without a service. Throws a `ConfigError`. */
export const readPolicyEngineConfig = (environment: Environment): Readonly<Static<typeof policyEngineSchema>> => {
  const { policyEngine, policyEngineMemory } = variables;
  return readVariables({ schema: policyEngineSchema, table: { policyEngine, policyEngineMemory } }, environment);
};

/** URL and tokens with which the command line calls a service. */
export interface ClientConfig {
  readonly url: string | undefined;
  /** Returns the token for the service on a host. */
  readonly tokenFor: (host: string) => string | undefined;
}

/**
 * Returns the name of the variable from which Terraform and OpenTofu read the token for a host. Characters that are not
 * permitted in variable names are replaced by underscores.
 */
export const stockTokenName = (host: string): string =>
  `TF_TOKEN_${host.replace(/:\d+$/, '').replaceAll('-', '__').replaceAll('.', '_')}`;

/** Reads the configuration with which the command line calls a service. Throws a `ConfigError`. */
export const readClientConfig = (environment: Environment): ClientConfig => {
  const { url, token } = readVariables({ schema: clientSchema, table: clientVariables }, environment);
  return { url, tokenFor: (host) => token ?? textOf(environment, stockTokenName(host)) };
};
