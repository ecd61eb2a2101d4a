import { relatedRoute } from '../../../http/related.ts';
import { one } from '../../../http/reply.ts';
import { includable, route } from '../../../http/route.ts';
import { linkedIn } from '../../../kernel/linked.ts';
import { visibleUser } from './access.ts';
import { withPermissions } from './permissions.ts';
import { userResource } from './resource.ts';
import { findUsersByIds } from './users.ts';

const show = route('GET', '/users/:user_id', {
  operationId: 'readUser',
  summary: 'Show a user',
  description:
    'Finds a user by identifier or username. Callers can see their own account and the members of their organizations. Site administrators can see everybody.',
  authorise: visibleUser,
  reply: one(userResource),
  handle: (context, { actor, subject }) => withPermissions(context, actor, subject),
});

const organizations = relatedRoute('/users/:user_id/organizations', {
  operationId: 'listOrganizationsOfUser',
  summary: 'List the organizations of a user',
  of: userResource,
  authorise: visibleUser,
  read: ({ organization_names }) => linkedIn(organization_names),
});

export const userRoutes = [show, organizations];

export const includableUsers = includable(userResource, findUsersByIds);
