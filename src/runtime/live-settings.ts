// The settings in memory, so that what asks for them on every request costs no query, and the key that seals.
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { query } from '../db/query.ts';

/** A group of settings as it is stored. Its revision counts its changes; at 0 nothing has been stored yet. */
export interface SettingsRow {
  readonly group_id: string;
  readonly revision: number;
  /** JSON, secrets sealed. */
  readonly document: string;
}

/** A group of which nothing has been stored. */
export const unsetRow = (groupId: string): SettingsRow => ({ group_id: groupId, revision: 0, document: '{}' });

/** The settings that are in force. */
export interface LiveSettings extends AsyncDisposable {
  /** The same object until the group changes. */
  row(groupId: string): SettingsRow;
  /** Puts what this process has just committed into force. */
  put(row: SettingsRow): void;
}

interface Parts {
  readonly database: Database;
  readonly log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  /** Told which key seals from now on, whenever the database names another one. */
  readonly sealWith: (keyId: string) => void;
}

/** How long a change that another process made can go unnoticed, in milliseconds. */
const pollInterval = 400;

// Every change adds one to a revision, so that the sum tells each of them, in whatever order they are committed.
const current = query()((db) =>
  db
    .selectFrom('instance')
    .select('value as keyId')
    .select(({ selectFrom }) =>
      selectFrom('settings')
        .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('revision'), lit(0)).as('count'))
        .as('changes'),
    )
    .where('name', '=', 'encryption-key-id'),
);

const allRows = query()((db) => db.selectFrom('settings').select(['group_id', 'revision', 'document']));

/** What is in force, and how other processes' changes come into force here. */
const memory = ({ database, sealWith }: Parts) => {
  let sealing: string | undefined;
  const rows = new Map<string, SettingsRow>();
  const row: LiveSettings['row'] = (groupId) => {
    const known = rows.get(groupId) ?? unsetRow(groupId);
    rows.set(groupId, known);
    return known;
  };
  const put: LiveSettings['put'] = (changed) => {
    if (changed.revision > row(changed.group_id).revision) rows.set(changed.group_id, changed);
  };
  const changesKnown = (): number => [...rows.values()].reduce((sum, { revision }) => sum + revision, 0);
  const refresh = async (): Promise<void> => {
    const row = await database.first(current, {});
    if (row === undefined) return;
    if (row.changes !== changesKnown()) (await database.rows(allRows, {})).forEach(put);
    if (row.keyId !== sealing) sealWith(row.keyId);
    sealing = row.keyId;
  };
  return { row, put, look: refresh };
};

/** Tells of the first of several failures in a row, and of their end. */
const failureLog = ({ log }: Parts) => {
  let isFailing = false;
  return {
    failed: (error: unknown): void => {
      if (!isFailing) log.warn({ error }, 'changes of settings cannot be noticed at present');
      isFailing = true;
    },
    succeeded: (): void => {
      if (isFailing) log.info({}, 'changes of settings are noticed again');
      isFailing = false;
    },
  };
};

/**
 * Reads the settings, and from then on keeps up with what other processes change: the other instances on one
 * PostgreSQL, or the command line beside the service. Disposing ends that.
 */
export const openLiveSettings = async (parts: Parts): Promise<LiveSettings> => {
  const { row, put, look: refresh } = memory(parts);
  const { failed, succeeded } = failureLog(parts);
  const ending = new AbortController();
  const { signal } = ending;

  const waited = (): Promise<boolean> => wait(pollInterval, true, { ref: false, signal }).catch(() => false);
  const poll = async (): Promise<void> => {
    while (await waited()) await refresh().then(succeeded, failed);
  };

  await refresh();
  const polling = poll();
  return {
    row,
    put,
    [Symbol.asyncDispose]: async () => {
      ending.abort();
      await polling;
    },
  };
};
