// The catalogue of plans: what is shipped, until the operator stores another.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import { canMatch, type ListQuery } from '../../../jsonapi/query.ts';
import { memoize } from '../../../lib/memoize.ts';
import { type Page, pageIn } from '../../../lib/page.ts';
import { folded } from '../../../lib/text.ts';
import type { SettingsRow } from '../../../runtime/live-settings.ts';
import { readDocument } from '../../instance/index.ts';
import { type FeatureSet, unlimited } from './attributes.ts';
import { shipped } from './shipped.ts';

/** Under what name the catalogue is kept among the settings, which every process has in memory and up to date. */
export const catalogueId = 'feature-sets';

interface CatalogueDocument {
  readonly 'feature-sets'?: readonly FeatureSet[];
}

/** The catalogue that a row holds, in its order. */
export const catalogueIn = memoize((row: SettingsRow): readonly FeatureSet[] => {
  const document: CatalogueDocument = JSON.parse(row.document);
  return document['feature-sets'] ?? shipped;
});

/** Every feature set, withdrawn ones too, in the operator's order. */
export const catalogueOf = ({ settings }: Context): readonly FeatureSet[] => catalogueIn(settings.row(catalogueId));

const availableIn = memoize((catalogue: readonly FeatureSet[]) => catalogue.filter((each) => !each['is-withdrawn']));

/** The feature sets that can be chosen. */
export const availableSets = (context: Context): readonly FeatureSet[] => availableIn(catalogueOf(context));

const withoutLimits = memoize((available: readonly FeatureSet[]) =>
  available.map((each) => ({ ...each, ...unlimited })),
);

/** The feature sets as anybody sees them: the limits are for the organizations that have them. */
export const publicSets = (context: Context): readonly FeatureSet[] => withoutLimits(availableSets(context));

/** The feature sets that can be chosen whose name or identifier contains a word. */
export const searchSets = (context: Context, word = ''): readonly FeatureSet[] => {
  if (!canMatch(word)) return [];
  const searched = folded(word);
  return availableSets(context).filter(({ name, identifier }) =>
    [name, identifier].some((text) => folded(text).includes(searched)),
  );
};

/** The whole list, or the page of it that the query names. */
export const pageOrAll = (
  all: readonly FeatureSet[],
  { page, isPaged }: ListQuery,
): Page<FeatureSet> | readonly FeatureSet[] => (isPaged ? pageIn(all, page) : all);

/** The feature sets behind identifiers, for documents that include them. */
export const findFeatureSetsByIds = (context: Context, ids: readonly string[]): Promise<readonly FeatureSet[]> =>
  Promise.all(ids.map((id) => getFeatureSet(context, context.database, id)));

/** Reads the catalogue anew where another process has changed it since: `revision` is that of what is stored. */
export const catchUp = async (context: Context, reader: Reader, revision: number): Promise<void> => {
  if (revision <= context.settings.row(catalogueId).revision) return;
  context.settings.put(await readDocument(reader, catalogueId));
};

/** The feature set that a subscription names; one that another process has just made is looked for in the database. */
export const getFeatureSet = async (context: Context, reader: Reader, id: string): Promise<FeatureSet> => {
  const find = () => catalogueOf(context).find((each) => each.id === id);
  const known = find();
  if (known !== undefined) return known;
  await catchUp(context, reader, Number.POSITIVE_INFINITY);
  const cached = find();
  if (cached === undefined) throw new Error(`the catalogue has no feature set ${id}`);
  return cached;
};
