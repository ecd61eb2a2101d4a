// Determines the policy sets that apply to a run, with their policies. Also lists the policy sets that apply to a
// workspace or project, so that users can see them before the next plan.
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

/** Maximum number of sets plus policies in one evaluation. The limit keeps storing and showing the verdicts fast. */
export const maxOutcomes = 10_000;

/** An applicable policy set, with its policies sorted by name. */
export interface ApplicableSet {
  readonly set: CandidateSet;
  readonly policies: readonly SetPolicy[];
}

/**
 * Returns the organization's policy sets that apply to a location, sorted by name. If `only` is given, returns only
 * that set, even if it does not apply. No further sets are read once the sets and their policies exceed `maxOutcomes`.
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
    for (const policy of policies) if (!known.has(policy.id) || policy.uses !== null) known.set(policy.id, policy);
    // A policy that is in several sets is kept in memory only once.
    applicable.push({ set, policies: policies.map((policy) => known.get(policy.id) ?? policy) });
    if (hasTooMany(applicable)) break;
  }
  return applicable;
}

/**
 * Returns the location that exclusions are compared with. If the run has no registered workspace, its project and tags
 * are unverified claims of the client. Such claims must not exclude a set, so the location is empty.
 */
export const excludingPlace = (place: RunPlace): RunPlace => (place.workspace === undefined ? { tags: [] } : place);

/** Whether the number of sets plus their policies exceeds `maxOutcomes`. */
export const hasTooMany = (sets: readonly ApplicableSet[]): boolean =>
  sets.reduce((total, { policies }) => total + 1 + policies.length, 0) > maxOutcomes;

/**
 * Returns the set's individually added policies or, if the set is versioned, the policies of its current version. If
 * the set has parameters, the result states which of them each policy uses.
 */
export const policiesIn = (
  reader: Reader,
  { id, current_version_id, has_parameters }: Pick<CandidateSet, 'id' | 'current_version_id' | 'has_parameters'>,
): Promise<readonly SetPolicy[]> =>
  current_version_id === null
    ? reader.rows(policiesOfSet, { policySet: id, withUses: has_parameters })
    : reader.rows(policiesOfVersion, { version: current_version_id, withUses: has_parameters });

/**
 * Returns a page of the policy sets that apply to a registered workspace or project, sorted by name. The sets'
 * exclusions are taken into account, because a registered location is not an unverified claim of a client.
 */
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
