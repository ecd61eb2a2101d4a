// Lists the accounts of the instance, sorted by username and filtered by a search word and by status. The list must be
// fast with very many accounts.
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/database.ts';
import { readLinked } from '../../../db/linkage.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { type Page, pageIn } from '../../../kernel/page.ts';
import { memoizeFor } from '../../../lib/functions/memoize.ts';
import { countMatching, matchesStatus, type StatusCounts } from './counts.ts';
import { withPermissions } from './permissions.ts';
import {
  isProbed,
  matchesTwoFactor,
  maxProbed,
  probeFor,
  probeUsers,
  sampleUsers,
  scanUsers,
  wordIn,
} from './search.ts';
import { type ShownUser, shownUsersByKeys, shownUsersInOrder, userCounts, userLinkage } from './store.ts';
import { type UserView, userViewOf } from './visibility.ts';

/** A page of accounts, and the numbers of all accounts by status. */
export interface ListedUsers extends Page<ShownUser> {
  readonly counts: StatusCounts | undefined;
}

/** Returns a page of all accounts, sorted by username. For administrators and the operator. */
export async function listUsers(context: Context, actor: Actor, query: ListQuery): Promise<ListedUsers> {
  const counting = context.database.first(userCounts, {});
  const [page, counts] = await Promise.all([pageOf(context, actor, query, counting), counting]);
  return { ...page, rows: page.rows.map((user) => withPermissions(context, actor, user)), counts };
}

type Counting = Promise<StatusCounts | undefined>;

const pageOf = (context: Context, actor: Actor, query: ListQuery, counting: Counting): Promise<Page<ShownUser>> => {
  const view = userViewOf(actor);
  if (query.value('q') !== undefined || flagIn(query.value('filter[two-factor]')) !== undefined) {
    return findMatching(context, view, query);
  }
  return shownUsersInOrder.read(context.database, query, view, {
    total: async () => countMatching(await counting, statusIn(query.value)),
  });
};

/** Finds the matching accounts first, and then reads the columns to show. */
const findMatching = async ({ database }: Context, view: UserView, query: ListQuery): Promise<Page<ShownUser>> => {
  const matching = (await probe(database, query)) ?? (await scanUsers.read(database, query, {}));
  if (matching.rows.length === 0) return { ...matching, rows: [] };
  const keys = JSON.stringify(matching.rows.map(({ username_key }) => username_key));
  const rows = await readLinked(userLinkage, (linked) => database.rows(shownUsersByKeys, { ...view, keys, linked }));
  return { ...matching, rows };
};

const flagIn = (text: string | undefined): number | undefined =>
  text === 'true' ? 1 : text === 'false' ? 0 : undefined;

const statusIn = (value: ListQuery['value']) => ({
  is_admin: flagIn(value('filter[admin]')),
  is_suspended: flagIn(value('filter[suspended]')),
});

/** Time in milliseconds for which a sample of accounts is reused. */
const sampleTime = 60_000;

const sampleOf = memoizeFor(sampleTime, async (database: Database) =>
  (await database.rows(sampleUsers, {})).map(({ text }) => text),
);

/** Finds accounts with the trigram index. Undefined if the index cannot be used or finds too many accounts. */
const probe = async (
  database: Database,
  { page, value }: ListQuery,
): Promise<Page<{ readonly username_key: string }> | undefined> => {
  const word = wordIn(value('q') ?? '') ?? '';
  if (!isProbed(word)) return undefined;
  const hits = await database.scan(probeUsers, probeFor(word, await sampleOf(database)));
  if (hits.length > maxProbed) return undefined;
  const [status, twoFactor] = [statusIn(value), flagIn(value('filter[two-factor]'))];
  const wanted = hits.filter((row) => matchesStatus(status, row) && matchesTwoFactor(twoFactor, row));
  const inOrder = wanted.toSorted((one, other) => (one.username_key < other.username_key ? -1 : 1));
  return pageIn(inOrder, page, ({ username_key }) => username_key);
};
