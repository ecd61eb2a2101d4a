// The catalogue of plans: the shipped one, until the operator stores another.
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

/** The catalogue's name among the settings, which every process keeps in memory and up to date. */
export const catalogueId = 'feature-sets';

/** Every feature set, withdrawn ones too, in the order of the operator. */
export function catalogueOf({ settings }: Context): readonly FeatureSet[] {
  return catalogueIn(settings.row(catalogueId));
}

/** The feature sets that can be chosen. */
export function availableSets(context: Context): readonly FeatureSet[] {
  return availableIn(catalogueOf(context));
}

/** The feature sets that can be chosen, without their limits, which only the organizations that have them see. */
export function publicSets(context: Context): readonly FeatureSet[] {
  return withoutLimits(availableSets(context));
}

/** The feature sets that can be chosen and whose name or identifier contains a word. */
export function searchSets(context: Context, word = ''): readonly FeatureSet[] {
  if (!canMatch(word)) return [];
  const key = folded(word);
  return availableSets(context).filter(({ name, identifier }) =>
    [name, identifier].some((text) => folded(text).includes(key)),
  );
}

/** The whole list, or the page of it that the query names. */
export function pageOrAll(
  all: readonly FeatureSet[],
  { page, isPaged }: ListQuery,
): Page<FeatureSet> | readonly FeatureSet[] {
  return isPaged ? pageIn(all, page) : all;
}

/** The feature sets behind identifiers, for documents that include them. */
export function findFeatureSetsByIds(context: Context, ids: readonly string[]): Promise<readonly FeatureSet[]> {
  return Promise.all(ids.map((id) => getFeatureSet(context, context.database, id)));
}

/** The feature set of a subscription. The database is read only if another process has just stored the feature set. */
export async function getFeatureSet(context: Context, reader: Reader, id: string): Promise<FeatureSet> {
  const find = () => catalogueOf(context).find((each) => each.id === id);
  const known = find();
  if (known !== undefined) return known;
  await catchUp(context, reader, Number.POSITIVE_INFINITY);
  const stored = find();
  if (stored === undefined) throw new Error(`the catalogue has no feature set ${id}`);
  return stored;
}

/** Reads the catalogue again if it is older than a stored revision, because another process has changed it. */
export async function catchUp(context: Context, reader: Reader, revision: number): Promise<void> {
  if (revision <= context.settings.row(catalogueId).revision) return;
  context.settings.put(await readDocument(reader, catalogueId));
}

interface CatalogueDocument {
  readonly 'feature-sets'?: readonly FeatureSet[];
}

/** The catalogue in a row of the settings. */
export const catalogueIn = memoize((row: SettingsRow): readonly FeatureSet[] => {
  const document: CatalogueDocument = JSON.parse(row.document);
  return document['feature-sets'] ?? shipped;
});

const availableIn = memoize((catalogue: readonly FeatureSet[]) => catalogue.filter((each) => !each['is-withdrawn']));

const withoutLimits = memoize((available: readonly FeatureSet[]) =>
  available.map((each) => ({ ...each, ...unlimited })),
);
