// Stores responses to requests with an Idempotency-Key. A response is stored in the same transaction as the request's
// change, so that neither exists without the other.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/database.ts';
import { query, total } from '../../db/query.ts';
import { inSavepoint } from '../../db/savepoint.ts';
import { inserter } from '../../db/writes.ts';
import { invalid, unavailable } from '../../jsonapi/errors.ts';
import { type Clock, timestamp } from '../../kernel/clock.ts';
import { newSemaphore } from '../../lib/concurrency/semaphore.ts';
import { OutcomeUnknown } from '../../lib/errors/unavailable.ts';
import type { Expiring } from '../jobs/expiry.ts';

const day = 86_400_000;
const retrySeconds = 1;
/** Maximum number of idempotency keys that a caller can use in 24 hours. */
const maxKeys = 10_000;
/** Maximum length in characters of a stored response. */
const maxBody = 262_144;

interface RepeatableRequest {
  readonly caller: string;
  readonly key: string;
  /** Hash of the request's method, URL and body. Equal requests have the same fingerprint. */
  readonly fingerprint: string;
}

/** Status, headers and body of a response, which are stored. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | AsyncIterable<Uint8Array>;
}

export interface IdempotencyStore {
  /**
   * Returns the stored response of the first request with this key. If there is none, calls `respond` and stores its
   * response. `respond` must make all its changes in the database that it is given. Throws 422 if the key was used for
   * a different request, if the first response was not stored, or if the caller has used too many keys. Throws 503
   * while the first request is in progress.
   */
  once<Made extends Answer>(
    request: RepeatableRequest,
    respond: (database: Database) => Promise<Made>,
  ): Promise<Made | Answer>;
}

export const expiringAnswers: Expiring = { table: 'kept_answers', key: 'id' };

const keptAnswer = query<{ id: string; now: string }>()((db, { id, now }) =>
  db
    .selectFrom('kept_answers')
    .select(['fingerprint', 'status', 'headers', 'body', 'record'])
    .where('id', '=', id)
    .where('expires_at', '>', now),
);

type KeptRow = NonNullable<Awaited<ReturnType<typeof readKept>>>;

const readKept = (reader: Pick<Database, 'first'>, id: string, now: string) => reader.first(keptAnswer, { id, now });

const keyCount = query<{ caller: string; now: string }>()((db, { caller, now }) =>
  db.selectFrom('kept_answers').select(total).where('caller', '=', caller).where('expires_at', '>', now),
);

/**
 * Locks a key until the transaction ends, unless another instance has locked it. SQLite needs no lock, because only one
 * instance uses it.
 */
const lockKey = query<{ id: string }>()((db, { id }, engine) =>
  db.selectNoFrom(
    engine === 'postgres'
      ? sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${id}, 0))`.as('isLocked')
      : sql<boolean>`1`.as('isLocked'),
  ),
);

const insertAnswer = inserter('kept_answers');

const deleteExpired = (tx: Transaction, id: string) =>
  tx.run((db) => db.deleteFrom('kept_answers').where('id', '=', id));

const isUnderWay = () =>
  unavailable(
    retrySeconds,
    'A request with this Idempotency-Key is in progress. Try again shortly.',
    'request-under-way',
  );

const notKept = (record: string | null) => {
  const [type, id] = (record ?? '').split(' ');
  const isKnown = type !== undefined && id !== undefined;
  const outcome = isKnown ? `The first request created ${type} ${id}.` : 'The first request succeeded.';
  return invalid({
    code: 'answer-not-kept',
    detail: `This request was made before, and its response was not stored, because the response is secret or too long. ${outcome}`,
    ...(isKnown && { params: { record: { type, id } } }),
  });
};

/** Returns the stored response of the first request, or throws if it cannot be used for this request. */
const repeated = ({ fingerprint, status, headers, body, record }: KeptRow, request: RepeatableRequest): Answer => {
  if (fingerprint !== request.fingerprint) {
    throw invalid({
      code: 'idempotency-key-reused',
      detail: 'This Idempotency-Key was used for another request in the last 24 hours. Use a new key for this request.',
    });
  }
  if (body === null) throw notKept(record);
  return { status, headers: JSON.parse(headers), body };
};

/** Returns the type and identifier of the resource in a response body, or null if there is none. */
const recordIn = (body: string): string | null => {
  const { data } = JSON.parse(body);
  const { type, id } = Object(data);
  return typeof type === 'string' && typeof id === 'string' ? `${type} ${id}` : null;
};

const isSecret = ({ headers }: Answer): boolean => headers['cache-control'] === 'no-store';

const rowOf = (id: string, { caller, fingerprint }: RepeatableRequest, answer: Answer, now: number) => {
  const { status, headers, body } = answer;
  const text = typeof body === 'string' ? body : '';
  const isKept = !isSecret(answer) && typeof body !== 'object' && text.length <= maxBody;
  return {
    id,
    caller,
    fingerprint,
    status,
    headers: JSON.stringify(headers),
    body: isKept ? text : null,
    record: text === '' ? null : recordIn(text),
    expires_at: timestamp(now + day),
  };
};

/**
 * Returns a database whose transactions are savepoints in one transaction. If one of them fails, only its savepoint is
 * rolled back.
 */
const within = (database: Database, tx: Transaction): Database => {
  const { run: oneAtATime } = newSemaphore({ count: 1 });
  return {
    ...database,
    rows: tx.rows,
    first: tx.first,
    scan: tx.rows,
    transaction: (work) => oneAtATime(() => inSavepoint(tx, work)),
  };
};

const unknownOutcome =
  'The service failed while storing this change, so it is unknown whether the change was made. Send the request again with the same Idempotency-Key. Then the change is made only once.';

export const newIdempotencyStore = (database: Database, clock: Clock): IdempotencyStore => {
  const underWay = new Set<string>();

  const answer = <Made extends Answer>(
    id: string,
    request: RepeatableRequest,
    respond: (database: Database) => Promise<Made>,
  ): Promise<Made | Answer> =>
    database.transaction(async (tx) => {
      const now = clock.now();
      const [lock, at] = [await tx.first(lockKey, { id }), timestamp(now)];
      if (!lock?.isLocked) throw isUnderWay();
      const kept = await readKept(tx, id, at);
      if (kept !== undefined) return repeated(kept, request);
      const { total = 0 } = (await tx.first(keyCount, { caller: request.caller, now: at })) ?? {};
      if (total >= maxKeys) {
        throw invalid({
          code: 'too-many-keys',
          params: { limit: maxKeys },
          detail: `A caller can use at most ${maxKeys} Idempotency-Keys in 24 hours. Send the request without an Idempotency-Key, or try again later.`,
        });
      }
      const made = await respond(within(database, tx));
      await deleteExpired(tx, id);
      await insertAnswer(tx, rowOf(id, request, made, now));
      return made;
    });

  return {
    once: async (request, respond) => {
      const id = createHash('sha256').update(`${request.caller}\n${request.key}`).digest('hex');
      const kept = await readKept(database, id, timestamp(clock.now()));
      if (kept !== undefined) return repeated(kept, request);
      if (underWay.has(id)) throw isUnderWay();
      underWay.add(id);
      try {
        return await answer(id, request, respond);
      } catch (error) {
        throw error instanceof OutcomeUnknown
          ? new OutcomeUnknown(error.message, { cause: error }, unknownOutcome)
          : error;
      } finally {
        underWay.delete(id);
      }
    },
  };
};
