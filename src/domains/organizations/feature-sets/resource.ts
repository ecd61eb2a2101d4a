import { Type } from 'typebox';
import { resource, shown, shownList, shownObject } from '../../../jsonapi/resource.ts';
import type { FeatureSet } from './attributes.ts';
import { catalogueId } from './feature-sets.ts';
import { shownAttributes } from './schema.ts';

const attributes = Object.fromEntries(
  Object.entries(shownAttributes).map(
    ([name, schema]) => [name, shown(schema, (row: FeatureSet): unknown => Reflect.get(row, name))] as const,
  ),
);

/** A feature set in a response (API reference, "Feature set"). */
export const featureSetResource = resource<FeatureSet>({
  type: 'feature-sets',
  attributes,
});

/** A feature set in the catalogue, as site administrators see it. */
const listedShown = shownObject<FeatureSet>({
  id: shown(Type.String(), ({ id }) => id),
  ...attributes,
  'is-trial': shown(Type.Boolean(), (row) => row['is-trial']),
  'is-withdrawn': shown(Type.Boolean(), (row) => row['is-withdrawn']),
});

/** The whole catalogue as one resource, with the feature sets in the operator's order. */
export const catalogueResource = resource<readonly FeatureSet[]>({
  type: 'feature-set-catalogues',
  id: () => catalogueId,
  attributes: { 'feature-sets': shownList(listedShown, (catalogue) => catalogue) },
});
