// The settings in force and the current encryption key, in memory, so that requests read them without a query.
import type { Database } from '../../db/database.ts';
import { query } from '../../db/query.ts';
import { repeat } from '../jobs/repeat.ts';

/** A stored group of settings. Its revision counts its changes; 0 where nothing has been stored. */
export interface SettingsRow {
  readonly group_id: string;
  readonly revision: number;
  /** JSON, secrets sealed. */
  readonly document: string;
}

/** The row of a group without stored values. */
export const unsetRow = (groupId: string): SettingsRow => ({ group_id: groupId, revision: 0, document: '{}' });

/** The settings in force. */
export interface LiveSettings extends AsyncDisposable {
  /** Row of a group: the same object until the group changes. */
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

/** The interval between polls, in milliseconds: the longest delay until a change of another process applies here. */
const pollInterval = 400;

// Every change adds one to a revision, so that the sum of revisions changes with each of them, in any order of commits.
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

/** The rows in memory, and the poll that applies the changes of other processes. */
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

/** Logs the first of several failures in a row, and their end. */
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
 * Reads the settings and then polls for the changes of other processes: other instances on the same PostgreSQL, or the
 * command line. Disposing stops it.
 */
export const openLiveSettings = async (parts: Parts): Promise<LiveSettings> => {
  const { row, put, look: refresh } = memory(parts);
  const { failed, succeeded } = failureLog(parts);
  await refresh();
  const polling = repeat({ every: pollInterval, first: 'after a rest' }, () => refresh().then(succeeded, failed));
  return { row, put, [Symbol.asyncDispose]: () => polling[Symbol.asyncDispose]() };
};
