// A list of modules in the registry protocol.
import { Type } from 'typebox';
import { Exactly } from '../../../jsonapi/schema.ts';
import type { AvailableModules } from './available.ts';
import { summary, summaryOf } from './documents.ts';

const number = () => Type.Integer();

export const listSchema = Exactly({
  meta: Exactly({
    limit: number(),
    current_offset: number(),
    next_offset: Type.Optional(number()),
    prev_offset: Type.Optional(number()),
    next_url: Type.Optional(Type.String()),
    prev_url: Type.Optional(Type.String()),
  }),
  modules: Type.Array(Exactly(summary)),
});

/** `path` and `filters` are those of the list, for the links to its other parts. */
export const listDocument = (
  { modules, limit, offset, hasMore }: AvailableModules,
  path: string,
  filters: URLSearchParams,
) => {
  const urlAt = (start: number): string => {
    const query = new URLSearchParams(filters);
    query.set('limit', String(limit));
    query.set('offset', String(start));
    return `${path}?${query}`;
  };
  const [next, previous] = [offset + limit, Math.max(0, offset - limit)];
  return {
    meta: {
      limit,
      current_offset: offset,
      ...(hasMore && { next_offset: next, next_url: urlAt(next) }),
      ...(offset > 0 && { prev_offset: previous, prev_url: urlAt(previous) }),
    },
    modules: modules.map(summaryOf),
  };
};
