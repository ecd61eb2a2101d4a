import { type Resource, resource } from '../../../jsonapi/resource.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { memoize } from '../../../lib/memoize.ts';
import { type FeatureSet, wireName } from './attributes.ts';
import { shownAttributes } from './schema.ts';

/** A feature set (reference, Feature set). */
export const featureSetResource = (words: Vocabulary): Resource<FeatureSet> => {
  const attributes = Object.entries(shownAttributes).map(([name, schema]) => ({
    name,
    wire: wireName(words, name),
    schema,
  }));
  const present = memoize((row: FeatureSet) => {
    const values = new Map<string, unknown>(Object.entries(row));
    return Object.fromEntries(attributes.map(({ name, wire }) => [wire, values.get(name)]));
  });
  return resource<FeatureSet>()({
    type: 'feature-sets',
    attributes: Exactly(Object.fromEntries(attributes.map(({ wire, schema }) => [wire, schema]))),
    id: ({ id }) => id,
    present,
  });
};
