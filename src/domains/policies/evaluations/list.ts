// The list of the evaluations of an organization.
import type { Context } from '../../../context.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { canMatch } from '../../../kernel/matching.ts';
import { type Page, withValues } from '../../../kernel/page.ts';
import type { OrganizationAccess } from '../../organizations/index.ts';
import { listedCreator, type ShownEvaluation, shownEvaluation } from './access.ts';
import { evaluationList } from './store.ts';

const createdBy = 'filter[created-by]';

/** A page of the evaluations that a caller may read, the newest first. */
export async function listEvaluations(
  context: Context,
  actor: Actor,
  access: OrganizationAccess,
  query: ListQuery,
): Promise<Page<ShownEvaluation>> {
  const { organization, rights } = access;
  const creator = query.value(createdBy);
  const request = withValues(query, { [createdBy]: creator && (await creatorId(context, creator)) });
  const page = await evaluationList.read(context.database, request, {
    organization: organization.id,
    creator: listedCreator(actor, access),
    now: timestamp(context.clock.now()),
  });
  return {
    ...page,
    rows: page.rows.map((row) => ({ ...shownEvaluation(context, actor, { row, rights }), isListed: true })),
  };
}

/** The identifier of an account by its username; of anything else that creates evaluations the identifier is given. */
const creatorId = async (context: Context, text: string): Promise<string> =>
  (canMatch(text) ? await context.ports.userIdByName(context, text) : undefined) ?? text;
