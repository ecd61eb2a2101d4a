// The policy sets that apply to a workspace, or through a project, for people who want to see them before the next plan.
import type { Context } from '../../../context.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import { canMatch } from '../../../kernel/matching.ts';
import { emptyPage, type Page, pageIn } from '../../../kernel/page.ts';
import { folded } from '../../../lib/text/text.ts';
import type { readablePlace } from '../../organizations/index.ts';
import { setsInPlace } from '../evaluations/applicability.ts';
import type { ApplicableSetRow } from './resource.ts';

/** A page of the sets that apply in a place, by name. Its exclusions count, since it is registered. */
export async function listApplicableSets(
  { database }: Context,
  { id, organization, place }: Awaited<ReturnType<typeof readablePlace>>,
  { page, value }: ListQuery,
): Promise<Page<ApplicableSetRow>> {
  const word = value('search[name]');
  if (!canMatch(word)) return emptyPage(page);
  const sets = await setsInPlace(database, { organization, place, excluding: place });
  const rows = sets.map((each) => ({ ...each, place: id }));
  return pageIn(
    rows.filter(({ set }) => folded(set.name).includes(folded(word ?? ''))),
    page,
  );
}
