import type { Context } from '../../../context.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { emptyPage, type Page } from '../../../kernel/page.ts';
import { may, type OrganizationAccess, type RecordAccess } from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import type { EvaluationRow } from '../evaluations/store.ts';
import { readsWholeWorkspace } from './access.ts';
import type { ShownRequest } from './resource.ts';
import { shownRequest } from './shown.ts';
import { type ListedRequestRow, openRequestsOfWorkspace, requestsOfOrganization } from './store.ts';

/** Returns the identifier by which a list is restricted to the caller's own requests. It is empty for the command line. */
const idOf = ({ identity }: Actor): string => ('id' in identity ? identity.id : '');

/** Lists the requests of an organization. Callers who may not read exemptions see only their own requests. */
export async function listRequests(
  context: Context,
  actor: Actor,
  { organization, rights }: OrganizationAccess,
  query: ListQuery,
): Promise<Page<ShownRequest>> {
  const readsAll = may(policyRights['policy-exemptions'].read)({ rights });
  const page = await requestsOfOrganization.read(context.database, query, {
    organization: organization.id,
    now: timestamp(context.clock.now()),
    requester: readsAll ? undefined : idOf(actor),
  });
  return shownPage(context, actor, page, rights);
}

/**
 * Lists the open requests for the workspace of an evaluation. A caller who may read the evaluation, but has no access to
 * the workspace, sees the requests about this evaluation and the caller's own requests. Otherwise, everybody could learn
 * about the requests for a workspace by creating an evaluation that names it.
 */
export async function listOpenRequests(
  context: Context,
  actor: Actor,
  access: RecordAccess<EvaluationRow>,
  query: ListQuery,
): Promise<Page<ShownRequest>> {
  const { id, workspace_id } = access.row;
  if (workspace_id === null) return emptyPage(query.page);
  const page = await openRequestsOfWorkspace.read(context.database, query, {
    workspace: workspace_id,
    evaluation: id,
    now: timestamp(context.clock.now()),
    requester: (await readsWholeWorkspace(context, actor, access)) ? undefined : idOf(actor),
  });
  return shownPage(context, actor, page, access.rights);
}

const shownPage = (
  context: Context,
  actor: Actor,
  page: Page<ListedRequestRow>,
  rights: OrganizationAccess['rights'],
): Page<ShownRequest> => ({
  ...page,
  rows: page.rows.map((row) => shownRequest(context, actor, { row, rights })),
});
