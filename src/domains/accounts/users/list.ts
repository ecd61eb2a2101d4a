// The accounts of the instance, which may be very many: sorted by username, filtered by a word and by status.
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/database.ts';
import { readLinked } from '../../../db/linkage.ts';
import { readPageOf } from '../../../db/page.ts';
import { canMatch, type ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { emptyPage, offsetOf, type Page, type PageRequest, pageIn } from '../../../kernel/page.ts';
import { memoizeFor } from '../../../lib/functions/memoize.ts';
import { folded } from '../../../lib/text/text.ts';
import { countMatching, matchesStatus, type StatusCounts, type StatusFilter } from './counts.ts';
import { withPermissions } from './permissions.ts';
import {
  isProbed,
  matchesTwoFactor,
  maxProbed,
  probeFor,
  probeUsers,
  sampleUsers,
  scanUsers,
  type TwoFactorFilter,
} from './search.ts';
import { type ShownUser, shownUsersByKeys, shownUsersInOrder, userCounts, userLinkage } from './store.ts';
import { type UserView, userViewOf } from './visibility.ts';

/** A page of accounts, and how many of each status there are in all. */
export interface ListedUsers extends Page<ShownUser> {
  readonly counts: StatusCounts | undefined;
}

/**
 * A page of the accounts of the instance, by username, filtered by `q`, `filter[admin]`, `filter[suspended]` and `filter[two-factor]`. For
 * administrators and the operator.
 */
export async function listUsers(context: Context, actor: Actor, query: ListQuery): Promise<ListedUsers> {
  const counting = context.database.first(userCounts, {});
  const [page, counts] = await Promise.all([pageOf(context, actor, query, counting), counting]);
  return { ...page, rows: page.rows.map((user) => withPermissions(context, actor, user)), counts };
}

type Counting = Promise<StatusCounts | undefined>;

const pageOf = (
  context: Context,
  actor: Actor,
  { page: request, value }: ListQuery,
  counting: Counting,
): Promise<Page<ShownUser>> => {
  const word = value('q');
  if (!canMatch(word) || word?.includes(' ')) return Promise.resolve(emptyPage(request));
  const filter = { is_admin: flagIn(value('filter[admin]')), is_suspended: flagIn(value('filter[suspended]')) };
  const twoFactor = twoFactorIn(value('filter[two-factor]'));
  const view = userViewOf(actor);
  if (word !== undefined || twoFactor !== 'any') {
    return findMatching(context, view, { filter, twoFactor, word: word && folded(word) }, request);
  }
  const { is_admin, is_suspended } = filter;
  return readPageOf(context.database, shownUsersInOrder(is_admin !== undefined, is_suspended !== undefined), {
    values: { ...view, is_admin: is_admin ?? 0, is_suspended: is_suspended ?? 0 },
    request,
    total: request.cursor === undefined ? counting.then((counts) => countMatching(counts, filter)) : undefined,
  });
};

/** Finds the accounts first, and then what is shown of them. */
const findMatching = async (
  context: Context,
  view: UserView,
  wanted: Wanted,
  request: PageRequest,
): Promise<Page<ShownUser>> => {
  const matching = (await probe(context, wanted, request)) ?? (await walk(context, wanted, request));
  const keys = JSON.stringify(matching.rows.map(({ username_key }) => username_key));
  const rows = await readLinked(userLinkage, (linked) =>
    context.database.rows(shownUsersByKeys, { ...view, keys, linked }),
  );
  return { ...matching, rows };
};

const flagIn = (text: string | undefined): number | undefined =>
  text === 'true' ? 1 : text === 'false' ? 0 : undefined;

const twoFactorIn = (text: string | undefined): TwoFactorFilter =>
  text === 'true' ? 'on' : text === 'false' ? 'off' : 'any';

/**
 * Filter of accounts: by their status, their two-factor authentication, and a word in the username or the e-mail address.
 */
interface Wanted {
  readonly filter: StatusFilter;
  readonly twoFactor: TwoFactorFilter;
  /** Folded; undefined where only the two-factor authentication matters. */
  readonly word: string | undefined;
}

/** One sample serves many searches, in milliseconds. */
const sampleTime = 60_000;

const sampleOf = memoizeFor(sampleTime, async (database: Database) =>
  (await database.rows(sampleUsers, {})).map(({ text }) => text),
);

/** Finds accounts by the trigram index; undefined where the index does not help, or finds too many. */
const probe = async (
  { database }: Context,
  { word, filter, twoFactor }: Wanted,
  request: PageRequest,
): Promise<Keys | undefined> => {
  if (word === undefined || !isProbed(word)) return undefined;
  const hits = await database.scan(probeUsers, probeFor(word, await sampleOf(database)));
  if (hits.length > maxProbed) return undefined;
  const wanted = hits.filter((row) => matchesStatus(filter, row) && matchesTwoFactor(twoFactor, row));
  const inOrder = wanted.toSorted((one, other) => (one.username_key < other.username_key ? -1 : 1));
  return pageIn(inOrder, request, ({ username_key }) => username_key);
};

/** The folded usernames of a page. */
type Keys = Page<{ readonly username_key: string }>;

/** Scans the accounts in their order. */
const walk = async (
  { database }: Context,
  { word, filter, twoFactor }: Wanted,
  request: PageRequest,
): Promise<Keys> => {
  const { is_admin, is_suspended } = filter;
  const list = scanUsers(word !== undefined, is_admin !== undefined, is_suspended !== undefined, twoFactor);
  const values = { word: word ?? '', is_admin: is_admin ?? 0, is_suspended: is_suspended ?? 0 };
  if (request.cursor !== undefined) return readPageOf(database, list, { values, request, isScan: true });
  const [counted] = await database.scan(list.count, { ...values, linked: 0 });
  const total = counted?.total ?? 0;
  // Without a match, looking for rows would scan all accounts once more.
  if (total <= offsetOf(request)) return { rows: [], total, request };
  return readPageOf(database, list, { values, request, total, isScan: true });
};
