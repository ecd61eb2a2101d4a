// Keeps the current settings and encryption key in memory, so that requests do not need a query to read them.
import type { Database } from '../../db/database.ts';
import { query } from '../../db/query.ts';
import { repeat } from '../jobs/repeat.ts';

/** Stored group of settings. The revision counts its changes and is 0 if nothing has been stored. */
export interface SettingsRow {
  readonly group_id: string;
  readonly revision: number;
  /** JSON with encrypted secrets. */
  readonly document: string;
}

/** Returns the row of a group without stored values. */
export const unsetRow = (groupId: string): SettingsRow => ({ group_id: groupId, revision: 0, document: '{}' });

export interface LiveSettings extends AsyncDisposable {
  /** Returns the row of a group, which is the same object until the group changes. */
  row(groupId: string): SettingsRow;
  /** Applies a row that this process has just committed. */
  put(row: SettingsRow): void;
}

interface Parts {
  readonly database: Database;
  readonly log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  /** Receives the identifier of the encryption key whenever it changes. */
  readonly sealWith: (keyId: string) => void;
}

/** Interval between polls in milliseconds. It is the maximum delay until a change by another process is applied. */
const pollInterval = 400;

// Every change increments a revision, so the sum of all revisions changes with each of them, in any commit order.
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

/** Holds the rows in memory, and applies changes of other processes. */
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

/** Logs the first of several consecutive failures, and their end. */
const failureLog = ({ log }: Parts) => {
  let isFailing = false;
  return {
    failed: (error: unknown): void => {
      if (!isFailing) log.warn({ error }, 'changes of the settings cannot be read at present');
      isFailing = true;
    },
    succeeded: (): void => {
      if (isFailing) log.info({}, 'changes of the settings can be read again');
      isFailing = false;
    },
  };
};

/**
 * Reads the settings and then polls for changes by other processes: other instances on the same PostgreSQL database, or
 * CLI commands. Disposing of it stops the polling.
 */
export const openLiveSettings = async (parts: Parts): Promise<LiveSettings> => {
  const { row, put, look: refresh } = memory(parts);
  const { failed, succeeded } = failureLog(parts);
  await refresh();
  const polling = repeat({ every: pollInterval, first: 'after a rest' }, () => refresh().then(succeeded, failed));
  return { row, put, [Symbol.asyncDispose]: () => polling[Symbol.asyncDispose]() };
};
