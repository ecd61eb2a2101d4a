import { many } from '../../../http/reply.ts';
import { type Authorise, route } from '../../../http/route.ts';
import { listWorkspacesInScope } from './lists.ts';
import { workspaceResource } from './resource.ts';
import { type WorkspaceScope, workspacesInScope } from './store.ts';

/** Creates the route that lists the workspaces to which a policy set applies. */
export const workspacesInScopeRoute = <const Path extends string, Subject>(
  path: Path,
  authorise: Authorise<Path, Subject>,
  scopeOf: (subject: Subject) => WorkspaceScope,
) =>
  route('GET', path, {
    operationId: 'listApplicableWorkspaces',
    summary: 'List the workspaces that a policy set applies to',
    description:
      'Lists the workspaces that the set names directly or through their projects, and the workspaces that its tag selectors match. For a global set, lists all workspaces. Excluded workspaces are left out. The list is sorted by name.',
    authorise,
    query: workspacesInScope.query,
    reply: many(workspaceResource),
    handle: (context, { actor, subject, query }) => listWorkspacesInScope(context, actor, scopeOf(subject), query),
  });
