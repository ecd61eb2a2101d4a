// Keeps the current settings and the identifier of the encryption key in memory, so that requests need no query to read
// them.
import type { Database } from '../../db/database.ts';
import { query } from '../../db/query.ts';
import { repeat } from '../jobs/repeat.ts';

/** Stored settings of one group. `revision` is the number of changes, and 0 if nothing has been stored yet. */
export interface SettingsRow {
  readonly group_id: string;
  readonly revision: number;
  /** Settings as JSON. Secrets in it are encrypted. */
  readonly document: string;
}

/** Returns the row for a group of which no settings have been stored. */
export const unsetRow = (groupId: string): SettingsRow => ({ group_id: groupId, revision: 0, document: '{}' });

export interface LiveSettings extends AsyncDisposable {
  /** Returns a group's row. Until the group changes, the result is the same object. */
  row(groupId: string): SettingsRow;
  /** Replaces a row by one that this process has just committed. */
  put(row: SettingsRow): void;
}

interface Parts {
  readonly database: Database;
  readonly log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  /** Called with the identifier of the encryption key whenever it changes. */
  readonly sealWith: (keyId: string) => void;
}

/** Interval between two polls in ms. A change that another process has made is applied after at most this time. */
const pollInterval = 400;

// The sum of all revisions shows whether settings have changed. Each change increments a revision, so the sum changes
// in whatever order transactions are committed.
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

/** Keeps the rows in memory and applies changes that other processes have made. */
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

/** Logs only the first of several successive failures, and when they have ended. */
const failureLog = ({ log }: Parts) => {
  let isFailing = false;
  return {
    failed: (error: unknown): void => {
      if (!isFailing) log.warn({ error }, 'changes to the settings cannot be read at present');
      isFailing = true;
    },
    succeeded: (): void => {
      if (isFailing) log.info({}, 'changes to the settings can be read again');
      isFailing = false;
    },
  };
};

/**
 * Reads the settings. Then polls for changes by other processes, which are CLI commands or, on PostgreSQL, other
 * instances. Disposing of the result stops the polling.
 */
export const openLiveSettings = async (parts: Parts): Promise<LiveSettings> => {
  const { row, put, look: refresh } = memory(parts);
  const { failed, succeeded } = failureLog(parts);
  await refresh();
  const polling = repeat({ every: pollInterval, first: 'after a rest' }, () => refresh().then(succeeded, failed));
  return { row, put, [Symbol.asyncDispose]: () => polling[Symbol.asyncDispose]() };
};
