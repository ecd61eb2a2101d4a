import { resource, shown } from '../../../jsonapi/resource.ts';
import type { FeatureSet } from './attributes.ts';
import { shownAttributes } from './schema.ts';

const attributes = Object.entries(shownAttributes).map(
  ([name, schema]) => [name, shown(schema, (row: FeatureSet): unknown => Reflect.get(row, name))] as const,
);

/** A feature set (reference, Feature set). */
export const featureSetResource = resource<FeatureSet>({
  type: 'feature-sets',
  attributes: Object.fromEntries(attributes),
});
