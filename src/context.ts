import pino from 'pino';
import { type Config, listeningUrl } from './config.ts';
import { encryptionKeys, prepareDataFolder, sealingKeyId } from './data-folder.ts';
import type { Database } from './db/database.ts';
import { migrate, openDatabase } from './db/open.ts';
import { withStatementLog } from './db/statement-log.ts';
import { type ArchiveIntake, newArchiveIntake } from './effects/archives/archive-intake.ts';
import { type MaskPlan, newPlanMasker } from './effects/plan-masking/plan-masker.ts';
import { type EngineChoice, shippedEngine } from './effects/policy-engine/engine-choice.ts';
import {
  newPolicyEngine,
  type OpenPolicyEngine,
  type PolicyEngine,
  type PolicyEngineOptions,
} from './effects/policy-engine/policy-engine.ts';
import { serviceTimeouts, shortTimeouts } from './effects/policy-engine/timeouts.ts';
import { type Vocabulary, vocabularies } from './jsonapi/vocabulary.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import { type Vault, vaultOf } from './kernel/secrets.ts';
import { type ByteBudget, copyLimits, newByteBudget } from './lib/concurrency/byte-budget.ts';
import { minPace, type Pace } from './lib/concurrency/pace.ts';
import { newSemaphore, type Run, type RunOfKey } from './lib/concurrency/semaphore.ts';
import { newSignal, type Signal } from './lib/concurrency/signal.ts';
import { StartRefused } from './lib/errors/start-refused.ts';
import { pathPrefixOf } from './lib/network/address.ts';
import { newPasswordStrength, type PasswordStrength } from './lib/secrets/password-strength.ts';
import { newPasswordHasher, type PasswordHasher } from './lib/secrets/passwords.ts';
import type { Ports } from './ports.ts';
import { type CodeCheckIntake, newCodeCheckIntake } from './runtime/intake/code-check-intake.ts';
import { newPlanIntake, type PlanIntake } from './runtime/intake/plan-intake.ts';
import { type JobStatuses, newJobStatuses } from './runtime/jobs/job-status.ts';
import { maxAttempts } from './runtime/limits/attempts.ts';
import { type ExhaustedKeys, newExhaustedKeys } from './runtime/limits/exhausted-keys.ts';
import { newPressure, type Pressure } from './runtime/limits/pressure.ts';
import { batchedLines, batchLength } from './runtime/observability/log-lines.ts';
import { type Metrics, newMetrics } from './runtime/observability/metrics.ts';
import {
  type AuditAnchor,
  anchorNotWritten,
  openAuditAnchor,
  requireUsableData,
  rollbackSentence,
} from './runtime/state/audit-anchor.ts';
import { type ClockWatch, openClockWatch } from './runtime/state/clock-watch.ts';
import { type IdempotencyStore, newIdempotencyStore } from './runtime/state/idempotency-store.ts';
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

/** Input of every rule: made once at start-up. */
export interface Context {
  readonly config: Config;
  readonly clock: Clock;
  /** Tells whether the clock can be right. */
  readonly clockWatch: ClockWatch;
  readonly database: Database;
  /** Tells whether the database was set back to an earlier time. */
  readonly head: AuditAnchor;
  readonly log: Log;
  readonly vocabulary: Vocabulary;
  /** Seals secrets that only the service must read. */
  readonly vault: Vault;
  /** Answers to requests with an Idempotency-Key. */
  readonly idempotency: IdempotencyStore;
  readonly passwords: PasswordHasher;
  readonly passwordStrength: PasswordStrength;
  readonly settings: LiveSettings;
  /** Functions of higher domains that lower ones need. */
  readonly ports: Ports<Context>;
  /** Results of the jobs of this process. */
  readonly jobStatuses: JobStatuses;
  readonly metrics: Metrics;
  /** Signals new mail in the queue. */
  readonly mailSignal: Signal;
  /** Signals the deletion of a record whose rows a job removes. */
  readonly removalSignal: Signal;
  readonly planIntake: PlanIntake;
  /** Limits how many guesses at secrets are verified at once. */
  readonly attemptLimiter: Run;
  /** Lists of modules are checked one at a time; organizations take turns. Throws `Busy` where too many wait. */
  readonly moduleCheckLimiter: RunOfKey;
  /** Limits of guesses that are reached. */
  readonly exhaustedKeys: ExhaustedKeys;
  /** Refuses requests before the process falls over. */
  readonly pressure: Pressure;
  /** Minimum pace of bodies and answers. */
  readonly pace: Pace;
  /** Limits the bytes of unfinished bodies and unread answers in memory. */
  readonly byteBudget: ByteBudget;
  /** Limits the bytes of files that downloads are copied into. */
  readonly copyBudget: ByteBudget;
  /** Reads and limits the archives that are uploaded. */
  readonly archiveIntake: ArchiveIntake;
  /** Checks and evaluates policies, in a process that starts at the first need. */
  readonly policyEngine: PolicyEngine;
  /** The build of the engine that evaluates, and the reason for it. */
  readonly engineChoice: EngineChoice;
  /** Makes plans fit to be kept. */
  readonly maskPlan: MaskPlan;
  readonly codeCheckIntake: CodeCheckIntake;
  /** The base of absolute links, without a slash at the end. */
  readonly baseUrl: () => string;
  /** The path of that base: see `pathPrefixOf`. */
  readonly pathPrefix: () => string;
}

/** A copy that acts in another database, such as a transaction: ports, loaders and rules that are given it act there, too. */
export const withDatabase = (context: Context, database: Database): Context => ({ ...context, database });

/** A context that closes its resources when it is disposed. */
export interface OpenContext extends Context, AsyncDisposable {
  /** Sets the port that the server listens on, and stores the base of its links for the command line. */
  readonly listensOn: (port: number) => Promise<void>;
}

const standardError = 2;

const logFor = ({ logLevel }: Config): Log =>
  pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: pino.stdSerializers.errWithCause },
    },
    batchedLines(pino.destination({ dest: standardError, minLength: batchLength })),
  );

/** One at a time: a check of 2,000 modules keeps some megabytes in memory while it waits for the database. */
const moduleChecks = { count: 1, maxWaitingOfKey: 50, maxWaiting: 200 };

/** Limits that keep requests from taking everything, or from doing a thing twice. */
const newLimits = (database: Database, clock: Clock) => ({
  idempotency: newIdempotencyStore(database, clock),
  attemptLimiter: newSemaphore({ count: maxAttempts, maxWaiting: 0 }).run,
  moduleCheckLimiter: newSemaphore(moduleChecks).runOfKey,
  exhaustedKeys: newExhaustedKeys(),
  pace: minPace,
  byteBudget: newByteBudget(),
  copyBudget: newByteBudget(copyLimits),
});

/** Intakes of large uploads. */
const newIntakes = () => ({
  archiveIntake: newArchiveIntake(),
  planIntake: newPlanIntake(),
  maskPlan: newPlanMasker(),
  codeCheckIntake: newCodeCheckIntake(),
});

const newSignals = () => ({ mailSignal: newSignal(), removalSignal: newSignal() });

/** Parts that a context takes instead of its own. */
export interface ContextOptions {
  readonly clock?: Clock;
  readonly openEngine?: OpenPolicyEngine;
  /** The policy engine of a service; by default the one that comes with it. */
  readonly engineChoice?: EngineChoice;
  readonly passwords?: PasswordHasher;
  /** Opens a database whose schema is up to date. */
  readonly openMigrated?: typeof migrateAndOpen;
  /** True if a database that was set back to an earlier time is opened; `head` tells it then. */
  readonly opensRollback?: boolean;
}

/** Opens what keeps the head; refuses a database that was set back, unless the caller deals with it. */
const openedHead = async (
  parts: Parameters<typeof openAuditAnchor>[0],
  opensRollback: boolean,
): Promise<AuditAnchor & AsyncDisposable> => {
  const head = await openAuditAnchor(parts);
  const rollback = head.rollback();
  if (rollback !== undefined && !opensRollback) throw new StartRefused(rollbackSentence(rollback));
  const failed = (error: unknown): void => parts.log.warn({ error }, anchorNotWritten);
  return { ...head, [Symbol.asyncDispose]: () => head.update().catch(failed) };
};

const migrateAndOpen = async (config: Config, log: Log): Promise<Database> => {
  await migrate(config, { progress: (sentence) => log.info({}, sentence) });
  return openDatabase(config);
};

/** Statements are in the log at its lowest level. */
const logged = (database: Database, log: Log): Database =>
  log.isLevelEnabled('trace')
    ? withStatementLog(database, (sql, milliseconds) =>
        log.trace({ sql, milliseconds: Math.round(milliseconds * 100) / 100 }, 'a statement was carried out'),
      )
    : database;

/** Prepares the data folder and the database, reads the keys of its secrets, and compares it with its head. */
const openData = async (
  config: Config,
  stack: AsyncDisposableStack,
  { openMigrated = migrateAndOpen, opensRollback = false }: ContextOptions,
): Promise<Pick<Context, 'database' | 'vault' | 'head' | 'log'>> => {
  requireUsableData(config);
  await prepareDataFolder(config);
  const readKeys = await encryptionKeys(config);
  const log = logFor(config);
  const database = logged(stack.use(await openMigrated(config, log)), log);
  const vault = vaultOf(await sealingKeyId(database, readKeys), readKeys);
  const head = stack.use(await openedHead({ location: config, database, vault, log }, opensRollback));
  return { database, vault, head, log };
};

const engineOptions = ({ policyEngineMemory: memory }: Config, { settings }: EngineChoice): PolicyEngineOptions => ({
  ...settings,
  memory,
  timeouts: serviceTimeouts,
  shortTimeouts,
});

/** Prepares the data folder, migrates the database, and opens all resources. */
export const openContext = async (
  config: Config,
  ports: Ports<Context>,
  options: ContextOptions = {},
): Promise<OpenContext> => {
  const { clock = systemClock, openEngine = newPolicyEngine, engineChoice = shippedEngine } = options;
  await using stack = new AsyncDisposableStack();
  const data = await openData(config, stack, options);
  const { database, vault, log } = data;
  const clockWatch = await openClockWatch({ database, clock, log });
  const settings = stack.use(await openLiveSettings({ database, log, sealWith: vault.sealWith }));
  const policyEngine = stack.use(openEngine(engineOptions(config, engineChoice)));
  const pressure = stack.use(newPressure());
  const jobStatuses = newJobStatuses(clock);
  const opened = stack.move();
  let base = config.baseUrl ?? (await readState(database, 'base-url')) ?? listeningUrl(config.host, config.port);
  let prefix = pathPrefixOf(base);
  return {
    config,
    clock,
    clockWatch,
    ...data,
    vocabulary: vocabularies[config.vocabulary],
    settings,
    ports,
    jobStatuses,
    metrics: newMetrics({ edition: config.edition, database, jobStatuses }),
    ...newSignals(),
    passwords: options.passwords ?? newPasswordHasher(),
    passwordStrength: newPasswordStrength(),
    ...newLimits(database, clock),
    ...newIntakes(),
    policyEngine,
    engineChoice,
    pressure,
    baseUrl: () => base,
    pathPrefix: () => prefix,
    listensOn: async (port) => {
      base = config.baseUrl ?? listeningUrl(config.host, port);
      prefix = pathPrefixOf(base);
      await database.transaction((tx) => storeState(tx, 'base-url', base));
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};
