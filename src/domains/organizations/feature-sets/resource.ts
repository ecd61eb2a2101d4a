import { type Resource, resource, shown } from '../../../jsonapi/resource.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { type FeatureSet, wireName } from './attributes.ts';
import { shownAttributes } from './schema.ts';

/** A feature set (reference, Feature set). */
export const featureSetResource = (words: Vocabulary): Resource<FeatureSet> => {
  const attributes = Object.entries(shownAttributes).map(([name, schema]) => [
    wireName(words, name),
    shown(schema, (row: FeatureSet): unknown => Reflect.get(row, name)),
  ]);
  return resource<FeatureSet>({ type: 'feature-sets', attributes: Object.fromEntries(attributes) });
};
