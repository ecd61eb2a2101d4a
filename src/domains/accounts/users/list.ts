// The accounts of the instance, which may be very many: sorted by username, filtered by a word and by status.
import type { Context } from '../../../context.ts';
import { readLinked } from '../../../db/linkage.ts';
import { readPageOf } from '../../../db/page.ts';
import { canMatch, type ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../lib/actor.ts';
import { emptyPage, offsetOf, type Page, type PageRequest, pageIn } from '../../../lib/page.ts';
import { folded } from '../../../lib/text.ts';
import { countMatching, matchesStatus, type StatusFilter } from './counts.ts';
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
import { type ShownUser, shownUsersByKeys, userCounts, userLinkage } from './store.ts';
import { userViewOf } from './visibility.ts';

/**
 * A page of the accounts of the instance, by username, filtered by `q`, `filter[admin]`, `filter[suspended]` and `filter[two-factor]`. For
 * administrators and the operator.
 */
export async function listUsers(
  context: Context,
  actor: Actor,
  { page: request, value }: ListQuery,
): Promise<Page<ShownUser>> {
  const word = value('q');
  if (!canMatch(word) || word?.includes(' ')) return emptyPage(request);
  const filter = { is_admin: flagIn(value('filter[admin]')), is_suspended: flagIn(value('filter[suspended]')) };
  const twoFactor = twoFactorIn(value('filter[two-factor]'));
  const wanted = { filter, twoFactor, word: word === undefined ? undefined : folded(word) };
  const { rows, total, places } = (await probe(context, wanted, request)) ?? (await walk(context, wanted, request));
  const keys = JSON.stringify(rows.map(({ username_key }) => username_key));
  const view = userViewOf(actor);
  const shown = await readLinked(userLinkage, (linked) =>
    context.database.rows(shownUsersByKeys, { ...view, keys, linked }),
  );
  const permitted = shown.map((user) => withPermissions(context, actor, user));
  return { rows: permitted, total, request, ...(places && { places }) };
}

const flagIn = (text: string | undefined): number | undefined =>
  text === 'true' ? 1 : text === 'false' ? 0 : undefined;

const twoFactorIn = (text: string | undefined): TwoFactorFilter =>
  text === 'true' ? 'on' : text === 'false' ? 'off' : 'any';

/** What accounts are filtered by: their status, their two-factor authentication, and a word in the username or the e-mail address. */
interface Wanted {
  readonly filter: StatusFilter;
  readonly twoFactor: TwoFactorFilter;
  /** Folded; undefined for all accounts. */
  readonly word: string | undefined;
}

/** Finds accounts by the trigram index; undefined where the index does not help, or finds too many. */
const probe = async (
  { database }: Context,
  { word, filter, twoFactor }: Wanted,
  request: PageRequest,
): Promise<Keys | undefined> => {
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
  const wanted = hits.filter((row) => matchesStatus(filter, row) && matchesTwoFactor(twoFactor, row));
  const inOrder = wanted.toSorted((one, other) => (one.username_key < other.username_key ? -1 : 1));
  return pageIn(inOrder, request, ({ username_key }) => username_key);
};

/** The folded usernames of a page. */
type Keys = Page<{ readonly username_key: string }>;

/** Scans the accounts in their order. Without a word, the counters give the total. */
const walk = async (
  { database }: Context,
  { word, filter, twoFactor }: Wanted,
  request: PageRequest,
): Promise<Keys> => {
  const { is_admin, is_suspended } = filter;
  const list = scanUsers(word !== undefined, is_admin !== undefined, is_suspended !== undefined, twoFactor);
  const values = { word: word ?? '', is_admin: is_admin ?? 0, is_suspended: is_suspended ?? 0 };
  const isCounted = word === undefined && twoFactor === 'any';
  if (request.cursor !== undefined) {
    return readPageOf(database, list, { values, request, isScan: !isCounted });
  }
  if (isCounted) {
    const total = countMatching(await database.first(userCounts, {}), filter);
    return readPageOf(database, list, { values, request, total });
  }
  const [counted] = await database.scan(list.count, { ...values, linked: 0 });
  const total = counted?.total ?? 0;
  // Without a match, looking for rows would scan all accounts once more.
  if (total <= offsetOf(request)) return { rows: [], total, request };
  return readPageOf(database, list, { values, request, total, isScan: true });
};
