// Checks the member names in audit records. Records are immutable, so a wrong name could never be corrected.
import type { Context } from '../../src/context.ts';
import { query } from '../../src/db/query.ts';

const changes = query()((db) => db.selectFrom('audit_records').select(['action', 'change']));

/**
 * Returns the member names in audit records that do not follow the API's spelling; none if the database is not
 * readable.
 */
export const oddMembers = async ({ database }: Context): Promise<readonly string[]> => {
  const rows = await database.rows(changes, {}).catch(() => []);
  const named = rows.flatMap(({ action, change }) => {
    const { before, after }: Readonly<Record<'before' | 'after', object | null>> = JSON.parse(change);
    return Object.keys({ ...before, ...after }).map((name) => ({ action, name }));
  });
  return named
    .filter(({ name }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    .map(({ action, name }) => `${action} ${name}`);
};
