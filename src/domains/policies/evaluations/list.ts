import type { Context } from '../../../context.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { Page } from '../../../kernel/page.ts';
import type { OrganizationAccess } from '../../organizations/index.ts';
import { withCreator } from '../creator.ts';
import { listedCreator } from './access.ts';
import { type ShownEvaluation, shownEvaluation } from './shown.ts';
import { evaluationList } from './store.ts';

/** Returns a page of the evaluations that a caller may read, sorted from newest to oldest. */
export async function listEvaluations(
  context: Context,
  actor: Actor,
  access: OrganizationAccess,
  query: ListQuery,
): Promise<Page<ShownEvaluation>> {
  const { organization, rights } = access;
  const page = await evaluationList.read(context.database, await withCreator(context, query), {
    organization: organization.id,
    creator: listedCreator(actor, access),
    now: timestamp(context.clock.now()),
  });
  const rows = await Promise.all(page.rows.map((row) => shownEvaluation(context, actor, { row, rights })));
  return { ...page, rows: rows.map((row) => ({ ...row, isListed: true })) };
}
