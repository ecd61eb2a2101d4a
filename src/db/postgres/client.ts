// Connects to the first configured PostgreSQL server that accepts changes.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isCertificateError, offersNoEncryption } from '../../lib/errors/tls-errors.ts';
import { ReadOnly, Unavailable } from '../../lib/errors/unavailable.ts';
import { type PostgresServers, serversOf } from '../../lib/network/postgres-address.ts';
import { configOf, mayBePlain } from './config.ts';
import { noChanges } from './errors.ts';

/** Timeout in ms for connecting to one server. */
export const connectionTimeout = 2_000;

const isReadOnly =
  "select pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as \"isReadOnly\"";

/** Throws `ReadOnly` if the server does not accept changes. */
export const requireWrites = async (client: pg.ClientBase | pg.Pool): Promise<void> => {
  const { rows } = await client.query<{ isReadOnly: boolean }>(isReadOnly);
  if (rows[0]?.isReadOnly) throw new ReadOnly(noChanges);
};

/** Chooses the server for new connections. */
export const newServerChoice = ({ urls }: PostgresServers) => {
  let chosen = 0;
  return {
    chosen: () => ({ number: chosen, url: urls[chosen] ?? '' }),
    /**
     * Reports the server with this number as unsuitable. New connections then use the next server, unless another
     * connection has already made this switch.
     */
    refuse: (number: number): void => {
      if (number === chosen) chosen = (number + 1) % urls.length;
    },
  };
};

const tryServer = async (url: string, config: pg.ClientConfig, needsWrites: boolean): Promise<pg.Client> => {
  const client = new pg.Client({ connectionTimeoutMillis: connectionTimeout, ...config, ...configOf(url) });
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (needsWrites) await requireWrites(client);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (mayBePlain(url, error)) return tryServer(url, config, needsWrites);
    throw error;
  }
};

/** Connects to the first suitable server. If there is none, throws the error of the last server. */
export const connectClient = async (address: string, config: pg.ClientConfig = {}): Promise<pg.Client> => {
  const { urls, needsWrites } = serversOf(address);
  let failure: unknown;
  for (const url of urls) {
    try {
      return await tryServer(url, config, needsWrites);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
};

/** Same as `connectClient`, but throws `Unavailable` if no server can be reached. */
export const connectedClient = (address: string, config?: pg.ClientConfig): Promise<pg.Client> =>
  connectClient(address, config).catch((cause: unknown) => {
    throw new Unavailable('no connection to the database', { cause });
  });

const pauseBetweenAttempts = 500;
/**
 * SQLSTATE classes of temporary errors: insufficient resources (53), object not in the required state (55), operator
 * intervention (57).
 */
const passingClasses = new Set(['53', '55', '57']);

const mayPass = (error: unknown, needsAnswer: boolean): boolean =>
  error instanceof pg.DatabaseError
    ? passingClasses.has(error.code?.slice(0, 2) ?? '')
    : !needsAnswer &&
      !isCertificateError(error) &&
      !offersNoEncryption(error) &&
      Reflect.get(Object(error), 'syscall') !== 'open';

/** Options for waiting for a server. */
export interface Wait {
  readonly milliseconds: number;
  /** Whether to wait only for a server that answers but does not accept connections yet. */
  readonly needsAnswer?: boolean;
  /** Called once, when the first attempt has failed and waiting begins. */
  readonly onWait: () => void;
}

/** Waits until a server accepts a connection, for at most `milliseconds`. Does not throw if no server accepts one. */
export const waitForServer = async (
  address: string,
  { milliseconds, needsAnswer = false, onWait }: Wait,
): Promise<void> => {
  const until = performance.now() + milliseconds;
  for (let attempts = 0; ; attempts += 1) {
    try {
      await (await connectClient(address)).end();
      return;
    } catch (error) {
      // The next use of the database reports the error.
      if (!mayPass(error, needsAnswer) || performance.now() >= until) return;
    }
    if (attempts === 0) onWait();
    await pause(Math.min(pauseBetweenAttempts, Math.max(0, until - performance.now())));
  }
};
