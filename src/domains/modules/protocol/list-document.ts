// Response body of a module list in the registry protocol.
import { Type } from 'typebox';
import { shown, shownList, shownObject } from '../../../jsonapi/resource.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import type { AvailableModules } from './available.ts';
import { summary } from './documents.ts';

/** One page of a module list, with the path and filters that are needed for links to other pages. */
export interface ListedModules extends AvailableModules {
  readonly path: string;
  readonly filters: URLSearchParams;
}

const number = () => Type.Integer();

const meta = Exactly({
  limit: number(),
  current_offset: number(),
  next_offset: Type.Optional(number()),
  prev_offset: Type.Optional(number()),
  next_url: Type.Optional(Type.String()),
  prev_url: Type.Optional(Type.String()),
});

const metaOf = ({ limit, offset, hasMore, path, filters }: ListedModules) => {
  const urlAt = (start: number): string => {
    const query = new URLSearchParams(filters);
    query.set('limit', String(limit));
    query.set('offset', String(start));
    return `${path}?${query}`;
  };
  const [next, previous] = [offset + limit, Math.max(0, offset - limit)];
  return {
    limit,
    current_offset: offset,
    ...(hasMore && { next_offset: next, next_url: urlAt(next) }),
    ...(offset > 0 && { prev_offset: previous, prev_url: urlAt(previous) }),
  };
};

export const listDocument = shownObject<ListedModules>({
  meta: shown(meta, metaOf),
  modules: shownList(shownObject(summary), ({ modules }) => modules),
});
