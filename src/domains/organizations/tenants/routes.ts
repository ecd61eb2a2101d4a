import { Type } from 'typebox';
import { many } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import { type RemovalRow, removals, removalsBy } from './store.ts';

const removalResource = resource<RemovalRow>({
  type: 'organization-removals',
  attributes: {
    name: shown(Type.String(), ({ removed_name }) => removed_name ?? ''),
    'deleted-at': shown(Type.String({ format: 'date-time' }), ({ removed_at }) => removed_at ?? ''),
    'deleted-by': shown(Nullable(Type.String()), ({ removed_by }) => removed_by),
    'removed-rows': shown(Type.Integer(), ({ removed_rows }) => removed_rows),
  },
});

const list = route('GET', '/organization-removals', {
  operationId: 'listOrganizationRemovals',
  summary: 'List the deleted organizations whose data is being removed',
  description:
    'A deleted organization is nowhere to be seen at once, and a job then removes its data in portions. The list has those whose data is not all gone, the one deleted first at the top. Site administrators see all of them, everybody else those that they deleted themselves. `removed-rows` counts rows of the database. `deleted-by` is the username of the person, and null where a token or the command line deleted it, or the account is gone.',
  caller: 'user',
  query: removals.query,
  reply: many(removalResource),
  handle: ({ database }, { actor: { identity }, query }) =>
    identity.kind === 'user' && !identity.isAdmin
      ? removalsBy.read(database, query, { by: identity.id })
      : removals.read(database, query, {}),
});

export const removalRoutes = [list];
