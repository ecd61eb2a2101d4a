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
    'A deleted organization disappears immediately, and a job then removes its data in batches. This list contains the organizations whose data has not been removed completely, in the order of their deletion. Site administrators see all of them, other callers only those that they deleted themselves. `removed-rows` is the number of database rows removed so far. `deleted-by` is a username; it is null if a token or the command line deleted the organization, or if the account has been deleted.',
  caller: 'user',
  query: removals.query,
  reply: many(removalResource),
  handle: ({ database }, { actor: { identity }, query }) =>
    identity.kind === 'user' && !identity.isAdmin
      ? removalsBy.read(database, query, { by: identity.id })
      : removals.read(database, query, {}),
});

export const removalRoutes = [list];
