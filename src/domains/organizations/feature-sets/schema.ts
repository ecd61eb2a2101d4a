// JSON Schemas for the attributes of a feature set.
import { type TSchema, Type } from 'typebox';
import { Count, Name, Nullable, Text } from '../../../jsonapi/schema.ts';
import { recordOf } from '../../../lib/functions/records.ts';
import { type Feature, type FeatureSet, features, type Limit, limits } from './attributes.ts';

const line = { maxLength: 255, pattern: '^[^\\x00-\\x1f]*$', 'x-detail': 'must be a single line' };

/** Attributes that everybody may read. */
export const shownAttributes: Readonly<Record<Exclude<keyof FeatureSet, 'id' | 'is-trial' | 'is-withdrawn'>, TSchema>> =
  {
    identifier: Name(),
    name: Type.String({ ...line, minLength: 1 }),
    description: Text(),
    'comparison-description': Nullable(Text()),
    cost: Count(0),
    plan: Nullable(Type.String({ ...line, minLength: 1 })),
    'is-current': Type.Boolean(),
    'is-free-tier': Type.Boolean(),
    'default-agents-ceiling': Count(0),
    'default-runs-ceiling': Count(0),
    ...recordOf<Record<Feature, TSchema>>(features, () => Type.Boolean()),
    ...recordOf<Record<Limit, TSchema>>(limits, () => Nullable(Count(0))),
  };
