// Lists of the whole instance's accounts, however many there are: pages by username, narrowed by a word and by standing.
import type { Context } from '../../../context.ts';
import { readPageOf } from '../../../db/page.ts';
import { canMatch, type ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../lib/actor.ts';
import { emptyPage, offsetOf, type Page, type PageRequest } from '../../../lib/page.ts';
import { folded } from '../../../lib/text.ts';
import { countMatching, matchesStatus, type StatusFilter } from './counts.ts';
import { isProbed, maxProbed, probeFor, probeUsers, sampleUsers, scanUsers } from './search.ts';
import { type ShownUser, shownUsersByKeys, userCounts } from './store.ts';
import { userViewOf } from './visibility.ts';

/** Who is wanted: of a standing, and with a word in the username or the e-mail address. */
interface Wanted {
  readonly filter: StatusFilter;
  /** Folded; absent where everybody is wanted. */
  readonly word: string | undefined;
}

/** The folded usernames of a page. */
type Keys = Page<{ readonly username_key: string }>;

const flagIn = (text: string | undefined): number | undefined =>
  text === 'true' ? 1 : text === 'false' ? 0 : undefined;

/** Finds few accounts by the index of trigrams; undefined where that is of no use, or there are too many. */
const probe = async ({ database }: Context, { word, filter }: Wanted, request: PageRequest) => {
  if (word === undefined || !isProbed(word)) return undefined;
  const sample = await database.rows(sampleUsers, {});
  const hits = await database.scan(
    probeUsers,
    probeFor(
      word,
      sample.map(({ text }) => text),
    ),
  );
  if (hits.length > maxProbed) return undefined;
  const wanted = hits.filter((row) => matchesStatus(filter, row));
  const inOrder = wanted.toSorted((one, other) => (one.username_key < other.username_key ? -1 : 1));
  const start = offsetOf(request);
  return { rows: inOrder.slice(start, start + request.size), total: wanted.length, request };
};

/** Goes through the accounts in order. Without a word, the counters know how many there are. */
const walk = async ({ database }: Context, { word, filter }: Wanted, request: PageRequest): Promise<Keys> => {
  const { is_admin, is_suspended } = filter;
  const list = scanUsers(word !== undefined, is_admin !== undefined, is_suspended !== undefined);
  const values = { word: word ?? '', is_admin: is_admin ?? 0, is_suspended: is_suspended ?? 0 };
  if (word === undefined) {
    const total = countMatching(await database.first(userCounts, {}), filter);
    return readPageOf(database, list, { values, request, total });
  }
  const [counted] = await database.scan(list.count, values);
  const total = counted?.total ?? 0;
  // Rows are sought only where there are some: without a hit, that would take one more look at everything.
  if (total <= offsetOf(request)) return { rows: [], total, request };
  return readPageOf(database, list, { values, request, total, isScan: true });
};

/**
 * A page of the instance's accounts, by username; `q`, `filter[admin]` and `filter[suspended]` narrow it, the latter two
 * as far as they are `true` or `false`. For its operator and its administrators.
 */
export const listUsers = async (
  context: Context,
  actor: Actor,
  { page: request, value }: ListQuery,
): Promise<Page<ShownUser>> => {
  const word = value('q');
  if (!canMatch(word) || word?.includes(' ')) return emptyPage(request);
  const filter = { is_admin: flagIn(value('filter[admin]')), is_suspended: flagIn(value('filter[suspended]')) };
  const wanted = { filter, word: word === undefined ? undefined : folded(word) };
  const { rows, total } = (await probe(context, wanted, request)) ?? (await walk(context, wanted, request));
  const keys = JSON.stringify(rows.map(({ username_key }) => username_key));
  return { rows: await context.database.rows(shownUsersByKeys, { ...userViewOf(actor), keys }), total, request };
};
