// The registry protocol's list of what an organization offers.
import type { Context } from '../../../context.ts';
import { containing } from '../../../db/expressions.ts';
import { canMatch, type ListQuery } from '../../../jsonapi/query.ts';
import { folded } from '../../../lib/text.ts';
import type { Standing } from '../../organizations/organizations/access.ts';
import type { OfferedModule } from '../protocol/protocol-list.ts';
import { newestOf } from './offered.ts';
import { downloadsOfModules, offeredModules, offeredVersionsOf } from './store.ts';

/** How many modules a list has unless told, and at most (the protocol's own numbers). */
const [usual, most] = [15, 100];

const numberIn = (text: string | undefined, otherwise: number): number =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;

/** A part of a list by offset; whether there is more is known from one row more than is shown. */
export interface OfferedList {
  readonly modules: readonly OfferedModule[];
  readonly limit: number;
  readonly offset: number;
  readonly hasMore: boolean;
}

/** The modules with a version to install, by name and provider; `q` and `provider` narrow them. */
export const listOffered = async (
  { database }: Context,
  { organization }: Standing,
  { value }: ListQuery,
): Promise<OfferedList> => {
  const [word, provider] = [value('q'), value('provider')];
  const limit = Math.max(1, Math.min(most, numberIn(value('limit'), usual)));
  const offset = numberIn(value('offset'), 0);
  if (!canMatch(word, provider)) return { modules: [], limit, offset, hasMore: false };
  const asked = { organization: organization.id, provider: provider ?? '', pattern: containing(folded(word ?? '')) };
  const queries = offeredModules(provider !== undefined, word !== undefined);
  const rows = await database.scan(queries, { ...asked, limit: limit + 1, offset });
  const shown = rows.slice(0, limit);
  const ids = JSON.stringify(shown.map(({ id }) => id));
  const versions = Map.groupBy(await database.rows(offeredVersionsOf, { ids }), ({ module_id }) => module_id);
  const counts = new Map((await database.rows(downloadsOfModules, { ids })).map((row) => [row.module_id, row.number]));
  const modules = shown.flatMap((module) => {
    const version = newestOf(versions.get(module.id) ?? []);
    return version === undefined ? [] : [{ module, version, downloads: Number(counts.get(module.id) ?? 0) }];
  });
  return { modules, limit, offset, hasMore: rows.length > limit };
};
