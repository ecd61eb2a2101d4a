import pino from 'pino';
import { type Config, listeningUrl } from './config.ts';
import { encryptionKeys, prepareDataFolder, requireUsableData, sealingKeyId } from './data-folder.ts';
import type { Database } from './db/database.ts';
import { migrate, openDatabase } from './db/open.ts';
import { type Vocabulary, vocabularies } from './jsonapi/vocabulary.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import { type Vault, vaultOf } from './kernel/secrets.ts';
import { traceFields } from './kernel/trace.ts';
import { pathPrefixOf } from './lib/network/address.ts';
import type { Ports } from './ports.ts';
import { batchedLines, batchLength } from './runtime/observability/log-lines.ts';
import { withLoggedStatements } from './runtime/observability/logged-statements.ts';
import { withTracedStatements } from './runtime/observability/traced-statements.ts';
import { readState, storeState } from './runtime/state/instance-state.ts';
import { type LiveSettings, openLiveSettings } from './runtime/state/live-settings.ts';

export interface Log {
  isLevelEnabled(level: 'trace' | 'debug' | 'info'): boolean;
  trace(details: object, message: string): void;
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
  /** Writes the lines that are still in the buffer. */
  flush(): void;
}

/**
 * Input of the domain functions, created once at start-up. Each part of the program declares its own services with
 * `service`.
 */
export interface Context {
  readonly config: Config;
  readonly clock: Clock;
  readonly database: Database;
  readonly log: Log;
  readonly vocabulary: Vocabulary;
  /** Encrypts secrets that only the service can read. */
  readonly vault: Vault;
  readonly settings: LiveSettings;
  /** Functions of higher domains that lower domains call. */
  readonly ports: Ports<Context>;
  /**
   * Original context that the process opened. Copies of a context refer to the same original and therefore share its
   * services.
   */
  readonly core: Core;
  /** Returns the base URL of absolute links, without a trailing slash. */
  readonly baseUrl: () => string;
  /** Returns the path of the base URL; see `pathPrefixOf`. */
  readonly pathPrefix: () => string;
}

/** Original context that the process opened. Services are created from it. */
export interface Core extends Context {
  /** Registers a resource to be disposed with the context, before the database and all resources registered earlier. */
  readonly use: <Resource extends AsyncDisposable | Disposable>(resource: Resource) => Resource;
}

/**
 * Copies a context with another database, such as a transaction. Ports, loaders and rules that get the copy use that
 * database.
 */
export const withDatabase = (context: Context, database: Database): Context => ({ ...context, database });

/** A value that a part of the program creates once for each process. */
export interface Service<Made> {
  /** Returns the value, and creates it at the first call. Copies of a context share it. */
  (context: Pick<Context, 'core'>): Made;
  /** Sets the value instead of creating it. Throws if it exists already. */
  provide(context: Pick<Context, 'core'>, made: Made): void;
}

/**
 * Declares a service. Without `make`, the domain that declares the service must provide the value when the context
 * opens.
 */
export function service<Made>(make?: (core: Core) => Made): Service<Made> {
  const all = new WeakMap<Core, { readonly made: Made }>();
  const provide: Service<Made>['provide'] = ({ core }, made) => {
    if (all.has(core)) throw new Error('The service already exists in this context.');
    all.set(core, { made });
  };
  const read = ({ core }: Pick<Context, 'core'>): Made => {
    const known = all.get(core);
    if (known !== undefined) return known.made;
    if (make === undefined) throw new Error('The service was not provided before its first use.');
    const made = make(core);
    provide({ core }, made);
    return made;
  };
  return Object.assign(read, { provide });
}

/** A context that closes its resources when it is disposed. */
export interface OpenContext extends Core, AsyncDisposable {
  /** Sets the port that the server listens on, and stores the resulting base URL for the command line. */
  readonly listensOn: (port: number) => Promise<void>;
}

const standardError = 2;

const logFor = ({ logLevel, otlpEndpoint }: Config): Log =>
  pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      ...(otlpEndpoint !== undefined && { mixin: traceFields }),
      serializers: { error: pino.stdSerializers.errWithCause },
    },
    batchedLines(pino.destination({ dest: standardError, minLength: batchLength })),
  );

/**
 * Functions that a context gets from the domains. They are passed as parameters, because this module must not import
 * domains.
 */
export interface Wiring {
  readonly ports: Ports<Context>;
  /** Opens the services that must be ready as soon as the context is open. Throws `StartRefused`. */
  readonly open: (core: Core, options: Pick<ContextOptions, 'opensRollback'>) => Promise<void>;
}

/** Replacements for objects that a context otherwise creates itself, and options for opening it. */
export interface ContextOptions {
  readonly clock?: Clock;
  /** Opens a database and migrates its schema. */
  readonly openMigrated?: typeof migrateAndOpen;
  /**
   * Whether to open a database that was reset to an earlier state. Without this option, opening it throws
   * `StartRefused`.
   */
  readonly opensRollback?: boolean;
}

const migrateAndOpen = async (config: Config, log: Log): Promise<Database> => {
  await migrate(config, { progress: (sentence) => log.info({}, sentence) });
  return openDatabase(config);
};

/** Prepares the data folder and the database, and reads the encryption keys. */
const openData = async (
  config: Config,
  stack: AsyncDisposableStack,
  { openMigrated = migrateAndOpen }: ContextOptions,
): Promise<Pick<Context, 'database' | 'vault' | 'log'>> => {
  requireUsableData(config);
  await prepareDataFolder(config);
  const readKeys = await encryptionKeys(config);
  const log = logFor(config);
  const opened = withLoggedStatements(stack.use(await openMigrated(config, log)), log, config.slowQueryMs);
  const database = config.otlpEndpoint === undefined ? opened : withTracedStatements(opened);
  const vault = vaultOf(await sealingKeyId(database, readKeys), readKeys);
  return { database, vault, log };
};

/** Prepares the data folder, migrates the database, and opens all resources. */
export const openContext = async (
  config: Config,
  { ports, open }: Wiring,
  options: ContextOptions = {},
): Promise<OpenContext> => {
  const { clock = systemClock, opensRollback = false } = options;
  await using stack = new AsyncDisposableStack();
  const data = await openData(config, stack, options);
  const { database, vault, log } = data;
  const settings = stack.use(await openLiveSettings({ database, log, sealWith: vault.sealWith }));
  let base = config.baseUrl ?? (await readState(database, 'base-url')) ?? listeningUrl(config, config.port);
  let prefix = pathPrefixOf(base);
  const resources = stack.use(new AsyncDisposableStack());
  const core: OpenContext = {
    config,
    clock,
    ...data,
    vocabulary: vocabularies[config.vocabulary],
    settings,
    ports,
    get core() {
      return core;
    },
    use: (resource) => resources.use(resource),
    baseUrl: () => base,
    pathPrefix: () => prefix,
    listensOn: async (port) => {
      base = config.baseUrl ?? listeningUrl(config, port);
      prefix = pathPrefixOf(base);
      await database.transaction((tx) => storeState(tx, 'base-url', base));
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
  await open(core, { opensRollback });
  const opened = stack.move();
  return core;
};
