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
}

/** Input of every rule: made once at start-up. A part of the program declares its own services with `service`. */
export interface Context {
  readonly config: Config;
  readonly clock: Clock;
  readonly database: Database;
  readonly log: Log;
  readonly vocabulary: Vocabulary;
  /** Seals secrets that only the service must read. */
  readonly vault: Vault;
  readonly settings: LiveSettings;
  /** Functions of higher domains that lower ones need. */
  readonly ports: Ports<Context>;
  /** The context that the process opened: copies have it, too, and with it the same services. */
  readonly core: Core;
  /** The base of absolute links, without a slash at the end. */
  readonly baseUrl: () => string;
  /** The path of that base: see `pathPrefixOf`. */
  readonly pathPrefix: () => string;
}

/** A context as it was opened, which services are made from. */
export interface Core extends Context {
  /** Has a resource disposed with the context, before the database and what was opened earlier. */
  readonly use: <Resource extends AsyncDisposable | Disposable>(resource: Resource) => Resource;
}

/** A copy that acts in another database, such as a transaction: ports, loaders and rules that are given it act there, too. */
export const withDatabase = (context: Context, database: Database): Context => ({ ...context, database });

/** A value that a part of the program makes once for a process. */
export interface Service<Made> {
  /** It is made at the first call; copies of a context give the same one. */
  (context: Pick<Context, 'core'>): Made;
  /** Has a context take this one instead of making its own. Throws where it has one. */
  provide(context: Pick<Context, 'core'>, made: Made): void;
}

/** Declares a service; one without `make` is provided when its domain is opened. */
export function service<Made>(make?: (core: Core) => Made): Service<Made> {
  const all = new WeakMap<Core, { readonly made: Made }>();
  const provide: Service<Made>['provide'] = ({ core }, made) => {
    if (all.has(core)) throw new Error('The context has this service already.');
    all.set(core, { made });
  };
  const read = ({ core }: Pick<Context, 'core'>): Made => {
    const known = all.get(core);
    if (known !== undefined) return known.made;
    if (make === undefined) throw new Error('The service is not open.');
    const made = make(core);
    provide({ core }, made);
    return made;
  };
  return Object.assign(read, { provide });
}

/** A context that closes its resources when it is disposed. */
export interface OpenContext extends Core, AsyncDisposable {
  /** Sets the port that the server listens on, and stores the base of its links for the command line. */
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

/** Parts of the domains, which this file does not know. */
export interface Wiring {
  readonly ports: Ports<Context>;
  /** Opens the services that must be there before the first use; throws `StartRefused`. */
  readonly open: (core: Core, options: Pick<ContextOptions, 'opensRollback'>) => Promise<void>;
}

/** Parts that a context takes instead of its own. */
export interface ContextOptions {
  readonly clock?: Clock;
  /** Opens a database whose schema is up to date. */
  readonly openMigrated?: typeof migrateAndOpen;
  /** True if a database that was set back to an earlier time is opened; the audit anchor tells it then. */
  readonly opensRollback?: boolean;
}

const migrateAndOpen = async (config: Config, log: Log): Promise<Database> => {
  await migrate(config, { progress: (sentence) => log.info({}, sentence) });
  return openDatabase(config);
};

/** Prepares the data folder and the database, and reads the keys of its secrets. */
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
