// Catalogue of feature sets. The catalogue that Tipstaff ships with applies until the operator stores another one.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import { canMatch } from '../../../kernel/matching.ts';
import { type Page, pageIn } from '../../../kernel/page.ts';
import { memoize } from '../../../lib/functions/memoize.ts';
import { folded } from '../../../lib/text/text.ts';
import type { SettingsRow } from '../../../runtime/state/live-settings.ts';
import { readDocument } from '../../instance/index.ts';
import { type FeatureSet, unlimited } from './attributes.ts';
import { shipped } from './shipped.ts';

/** Identifier of the catalogue in the settings table. Every process keeps a current copy of the settings in memory. */
export const catalogueId = 'feature-sets';

/** Returns all feature sets in the operator's order, including withdrawn ones. */
export function catalogueOf({ settings }: Context): readonly FeatureSet[] {
  return catalogueIn(settings.row(catalogueId));
}

/** Returns the feature sets that an organization can subscribe to. */
export function availableSets(context: Context): readonly FeatureSet[] {
  return availableIn(catalogueOf(context));
}

/**
 * Returns the feature sets that an organization can subscribe to, without their limits. Only members of an organization
 * may see the limits of its feature set.
 */
export function publicSets(context: Context): readonly FeatureSet[] {
  return withoutLimits(availableSets(context));
}

/** Returns the available feature sets whose name or identifier contains a word. */
export function searchSets(context: Context, word = ''): readonly FeatureSet[] {
  if (!canMatch(word)) return [];
  const key = folded(word);
  return availableSets(context).filter(({ name, identifier }) =>
    [name, identifier].some((text) => folded(text).includes(key)),
  );
}

/** Returns one page of a list, or the whole list if the query has no page parameters. */
export function pageOrAll(
  all: readonly FeatureSet[],
  { page, isPaged }: ListQuery,
): Page<FeatureSet> | readonly FeatureSet[] {
  return isPaged ? pageIn(all, page) : all;
}

/** Returns the feature sets with these identifiers. Used for the `included` resources of a response. */
export function findFeatureSetsByIds(context: Context, ids: readonly string[]): Promise<readonly FeatureSet[]> {
  return Promise.all(ids.map((id) => getFeatureSet(context, context.database, id)));
}

/**
 * Returns a subscription's feature set. If the catalogue in memory does not contain the feature set, another process
 * has just stored it, and this function reads the stored catalogue again.
 */
export async function getFeatureSet(context: Context, reader: Reader, id: string): Promise<FeatureSet> {
  const find = () => catalogueOf(context).find((each) => each.id === id);
  const known = find();
  if (known !== undefined) return known;
  await catchUp(context, reader, Number.POSITIVE_INFINITY);
  const stored = find();
  if (stored === undefined) throw new Error(`the catalogue has no feature set ${id}`);
  return stored;
}

/**
 * Reloads the catalogue if another process has stored a newer revision. `revision` is the revision that a database row
 * refers to.
 */
export async function catchUp(context: Context, reader: Reader, revision: number): Promise<void> {
  if (revision <= context.settings.row(catalogueId).revision) return;
  context.settings.put(await readDocument(reader, catalogueId));
}

interface CatalogueDocument {
  readonly 'feature-sets'?: readonly FeatureSet[];
}

/** Returns the catalogue that is stored in a settings row. */
export const catalogueIn = memoize((row: SettingsRow): readonly FeatureSet[] => {
  const document: CatalogueDocument = JSON.parse(row.document);
  return document['feature-sets'] ?? shipped;
});

const availableIn = memoize((catalogue: readonly FeatureSet[]) => catalogue.filter((each) => !each['is-withdrawn']));

const withoutLimits = memoize((available: readonly FeatureSet[]) =>
  available.map((each) => ({ ...each, ...unlimited })),
);
