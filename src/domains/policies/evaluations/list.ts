import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/database.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { Page } from '../../../kernel/page.ts';
import type { OrganizationAccess } from '../../organizations/index.ts';
import { withCreator } from '../creator.ts';
import { listedReader } from './access.ts';
import { accessibleWorkspace, countReadable, type EvaluationReader, everybody } from './readable.ts';
import { type ShownEvaluation, shownEvaluation } from './shown.ts';
import { evaluationList, isByFailed } from './store.ts';

interface Listing {
  readonly actor: Actor;
  readonly access: OrganizationAccess;
  readonly query: ListQuery;
  /** Total number of evaluations. If it is missing, the evaluations are counted. */
  readonly total?: number;
}

/** Returns a page of the evaluations that a caller may read, by default sorted from newest to oldest. */
export async function listEvaluations(
  context: Context,
  { actor, access, query, total }: Listing,
): Promise<Page<ShownEvaluation>> {
  const { organization, rights } = access;
  const of = { organization: organization.id, now: timestamp(context.clock.now()) };
  const reader = await listedReader(context, actor, access);
  const restriction = reader && (await restrictionOf(context.database, { ...of, reader }, query));
  const page = await evaluationList.read(
    context.database,
    await withCreator(context, query),
    { ...of, ...(reader ?? everybody), few: restriction?.few, many: restriction?.many },
    {
      total: (inUse) => total ?? (Object.keys(inUse).length === 1 ? restriction?.total : undefined),
      // The index for this order contains no filtered columns, so a filtered list may read all evaluations.
      isScan: isByFailed(query.sort) && evaluationList.query.parameters.some((name) => query.value(name) !== undefined),
    },
  );
  const rows = await Promise.all(page.rows.map((row) => shownEvaluation(context, actor, { row, rights })));
  return { ...page, rows: rows.map((row) => ({ ...row, isListed: true })) };
}

/** Largest number of evaluations that are found by their identifiers. */
const maxFew = 1_000;

/**
 * Determines how a list is restricted to the evaluations that the caller may read. If these are few, they are found
 * through indexes and then sorted. Otherwise, the evaluations of the organization are read from the newest on, until
 * the page is full. Undefined if the caller may read all evaluations of the workspace to which the request is limited.
 */
async function restrictionOf(
  database: Database,
  { organization, reader }: { readonly organization: string; readonly reader: EvaluationReader },
  query: ListQuery,
) {
  const workspace = query.value('filter[workspace]');
  const place = { organization, teams: reader.teams, workspace: workspace ?? '' };
  if (workspace !== undefined && (await database.first(accessibleWorkspace, place)) !== undefined) return undefined;
  const [{ total = 0 } = {}] = await database.scan(countReadable, { organization, ...reader });
  const { creator } = reader;
  return { total, ...(total > maxFew ? { few: undefined, many: creator } : { few: creator, many: undefined }) };
}
