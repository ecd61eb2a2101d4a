// The policy sets that apply to a run with their policies, and to a workspace or a project for people who want to see them before the next plan.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import { canMatch } from '../../../kernel/matching.ts';
import { emptyPage, type Page, pageIn } from '../../../kernel/page.ts';
import { folded } from '../../../lib/text/text.ts';
import type { RunPlace, readablePlace } from '../../organizations/index.ts';
import { candidatesIn, setsInPlace } from './applicability.ts';
import type { ApplicableSetRow } from './resource.ts';
import { type CandidateSet, policiesOfSet, policiesOfVersion, type SetPolicy } from './store.ts';

/** Maximum number of sets plus policies of one evaluation: so many verdicts are stored and shown without a long step. */
export const maxOutcomes = 10_000;

/** A set that applies, with its policies by name. */
export interface ApplicableSet {
  readonly set: CandidateSet;
  readonly policies: readonly SetPolicy[];
}

/**
 * The sets of an organization that apply in a place, by name. `only` names the one that counts. Once there are more than
 * `maxOutcomes` sets and policies in them, no further set is read.
 */
export async function applicableSets(
  reader: Reader,
  { organization, place, only }: { readonly organization: string; readonly place: RunPlace; readonly only?: string },
): Promise<readonly ApplicableSet[]> {
  const compared = { organization, place, excluding: excludingPlace(place) };
  const sets =
    only === undefined
      ? (await setsInPlace(reader, compared)).map(({ set }) => set)
      : await candidatesIn(reader, compared, only);
  const applicable: ApplicableSet[] = [];
  const known = new Map<string, SetPolicy>();
  for (const set of sets) {
    const policies = await policiesIn(reader, set);
    for (const policy of policies) if (!known.has(policy.id)) known.set(policy.id, policy);
    // A policy is in memory once, in however many sets it is.
    applicable.push({ set, policies: policies.map((policy) => known.get(policy.id) ?? policy) });
    if (hasTooMany(applicable)) break;
  }
  return applicable;
}

/** Only a workspace that is named keeps sets away: a client that names none claims its project and its tags. */
const excludingPlace = (place: RunPlace): RunPlace => (place.workspace === undefined ? { tags: [] } : place);

/** True if the sets, plus the policies in them, are more than `maxOutcomes`, the maximum of one evaluation. */
export const hasTooMany = (sets: readonly ApplicableSet[]): boolean =>
  sets.reduce((total, { policies }) => total + 1 + policies.length, 0) > maxOutcomes;

/** Its single policies, or those of its current version. */
const policiesIn = (reader: Reader, { id, current_version_id }: CandidateSet): Promise<readonly SetPolicy[]> =>
  current_version_id === null
    ? reader.rows(policiesOfSet, { policySet: id })
    : reader.rows(policiesOfVersion, { version: current_version_id });

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
