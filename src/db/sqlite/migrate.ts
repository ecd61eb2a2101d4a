import { bringUpToDate, type MigrateOptions, type MigrationSession, patiently } from '../schema/migrate.ts';
import { appliedStep, readApplied } from '../schema/migrations/index.ts';
import { connect } from './connection.ts';

const busyCode = 5;
const isBusy = (error: unknown): boolean => Reflect.get(Object(error), 'errcode') === busyCode;

/** Migrates an SQLite database. Each transaction holds the write lock. */
export const migrateSqlite = async (path: string, options: MigrateOptions): Promise<readonly string[]> => {
  const connection = connect(path, false);
  const rowsOf = (sql: string) => connection.prepare(sql).all();
  const session: MigrationSession = {
    engine: 'sqlite',
    applied: async () =>
      rowsOf("select 1 from sqlite_master where name = 'migrations'").length === 0
        ? undefined
        : rowsOf(readApplied).map(appliedStep),
    // Only one program at a time can hold SQLite's write lock, so no further lock is needed.
    exclusively: (work) => work(),
    transaction: (work) =>
      patiently(isBusy, async () => {
        connection.exec('begin immediate');
        try {
          const result = await work(async (sql) => rowsOf(sql));
          connection.exec('commit');
          return result;
        } finally {
          if (connection.isTransaction) connection.exec('rollback');
        }
      }),
    makeIndex: ({ name, isUnique = false, on }) =>
      patiently(isBusy, async () =>
        connection.exec(`create ${isUnique ? 'unique ' : ''}index if not exists ${name} on ${on}`),
      ),
  };
  try {
    return await bringUpToDate(session, options);
  } finally {
    connection.close();
  }
};
