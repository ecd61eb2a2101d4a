// What has ended and is of no use to anybody any more is deleted, whatever data retention says.
import { setImmediate as breathe } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { heldUnlessBusy } from '../db/expressions.ts';
import { query, type Statement } from '../db/query.ts';
import { timestamp } from '../lib/clock.ts';
import type { Job } from './jobs.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** How many rows a transaction deletes at most. */
const batchSize = 500;

/** The moments before which things have ended for good; expired sessions stay for a day. */
interface Ends {
  readonly sessions: string;
  readonly others: string;
}

const endsAt = (now: number): Ends => ({ sessions: timestamp(now - day), others: timestamp(now) });

const anyEnded = [
  query<Ends>()((db, ends) => db.selectFrom('sessions').select('id').where('expires_at', '<', ends.sessions).limit(1)),
  query<Ends>()((db, ends) =>
    db.selectFrom('password_links').select('hash').where('expires_at', '<', ends.others).limit(1),
  ),
  query<Ends>()((db, ends) =>
    db.selectFrom('object_links').select('hash').where('expires_at', '<', ends.others).limit(1),
  ),
  query<Ends>()((db, ends) =>
    db.selectFrom('saml_requests').select('id').where('expires_at', '<', ends.others).limit(1),
  ),
  query<Ends>()((db, ends) =>
    db.selectFrom('saml_assertions').select('hash').where('expires_at', '<', ends.others).limit(1),
  ),
  query<Ends>()((db, ends) =>
    db.selectFrom('saml_sign_outs').select('id').where('expires_at', '<', ends.others).limit(1),
  ),
  query<Ends>()((db, ends) =>
    db.selectFrom('failed_attempts').select('key').where('expires_at', '<', ends.others).limit(1),
  ),
] as const;

/** Deletes one batch of each kind. Rows that somebody is at have perhaps not ended after all. */
const deletions = (ends: Ends): readonly Statement[] => [
  (db, engine) =>
    db.deleteFrom('sessions').where('id', 'in', ({ selectFrom }) => {
      const ended = selectFrom('sessions').select('id').where('expires_at', '<', ends.sessions);
      return heldUnlessBusy(engine, ended.limit(batchSize));
    }),
  (db, engine) =>
    db.deleteFrom('password_links').where('hash', 'in', ({ selectFrom }) => {
      const ended = selectFrom('password_links').select('hash').where('expires_at', '<', ends.others);
      return heldUnlessBusy(engine, ended.limit(batchSize));
    }),
  (db, engine) =>
    db.deleteFrom('object_links').where('hash', 'in', ({ selectFrom }) => {
      const ended = selectFrom('object_links').select('hash').where('expires_at', '<', ends.others);
      return heldUnlessBusy(engine, ended.limit(batchSize));
    }),
  (db, engine) =>
    db.deleteFrom('saml_requests').where('id', 'in', ({ selectFrom }) => {
      const ended = selectFrom('saml_requests').select('id').where('expires_at', '<', ends.others);
      return heldUnlessBusy(engine, ended.limit(batchSize));
    }),
  (db, engine) =>
    db.deleteFrom('saml_assertions').where('hash', 'in', ({ selectFrom }) => {
      const ended = selectFrom('saml_assertions').select('hash').where('expires_at', '<', ends.others);
      return heldUnlessBusy(engine, ended.limit(batchSize));
    }),
  (db, engine) =>
    db.deleteFrom('saml_sign_outs').where('id', 'in', ({ selectFrom }) => {
      const ended = selectFrom('saml_sign_outs').select('id').where('expires_at', '<', ends.others);
      return heldUnlessBusy(engine, ended.limit(batchSize));
    }),
  (db, engine) =>
    db.deleteFrom('failed_attempts').where('key', 'in', ({ selectFrom }) => {
      const ended = selectFrom('failed_attempts').select('key').where('expires_at', '<', ends.others);
      return heldUnlessBusy(engine, ended.limit(batchSize));
    }),
];

/**
 * Once an hour: expired sessions a day after their end; links that set passwords or lead to archives, counts of
 * wrong guesses, and what SAML remembers at theirs.
 */
export const housekeeping = ({ database, clock }: Context): Job => ({
  name: 'housekeeping',
  everyMilliseconds: hour,
  isDue: async () => {
    const ends = endsAt(clock.now());
    for (const ended of anyEnded) {
      if ((await database.first<Ends, object>(ended, ends)) !== undefined) return true;
    }
    return false;
  },
  run: async ({ transaction, signal }) => {
    for (const deletion of deletions(endsAt(clock.now()))) {
      while ((await transaction((tx) => tx.run(deletion))) === batchSize && !signal.aborted) await breathe();
    }
  },
});
