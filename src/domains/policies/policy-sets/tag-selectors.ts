// Tag selectors, by which a policy set selects workspaces in addition to those that it names.
import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from 'typebox';
import { dataPayload } from '../../../jsonapi/payload.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import { Tag } from '../../organizations/index.ts';
import type { PolicySetRow } from './store.ts';

export const maxSelectors = 25;

/** A tag that a set applies to or excludes; the value null matches any value. */
export const tagSelectorSchema = Exactly({
  'tag-key': Type.String(),
  'tag-value': Nullable(Type.String()),
  'is-exclude': Type.Boolean(),
});
export type TagSelector = Static<typeof tagSelectorSchema>;

const { key, value } = Tag().properties;

/** Schema of the selectors that a client sends. */
export const TagSelectors = () =>
  Type.Array(
    Type.Object({
      'tag-key': key,
      'tag-value': Type.Optional(Nullable(value)),
      'is-exclude': Type.Optional(Type.Boolean()),
    }),
    { maxItems: maxSelectors },
  );
export type SentSelectors = Static<ReturnType<typeof TagSelectors>>;

export const tagSelectorsPayload = dataPayload(TagSelectors());

/** Fills in the defaults of optional properties and removes duplicates. */
export function selectorsFrom(sent: SentSelectors): readonly TagSelector[] {
  const whole = sent.map(({ 'tag-key': key, 'tag-value': value = null, 'is-exclude': isExclude = false }) => ({
    'tag-key': key,
    'tag-value': value,
    'is-exclude': isExclude,
  }));
  return whole.filter((one, index) => whole.findIndex((other) => isDeepStrictEqual(one, other)) === index);
}

export function selectorsOf({ tag_selectors }: Pick<PolicySetRow, 'tag_selectors'>): readonly TagSelector[] {
  return JSON.parse(tag_selectors);
}
