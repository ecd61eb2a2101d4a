// Tag selectors of policy sets. A policy set applies to the workspaces with matching tags, in addition to the
// workspaces in its relationships.
import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from 'typebox';
import { dataPayload } from '../../../jsonapi/payload.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import { Tag } from '../../../jsonapi/tag.ts';
import type { PolicySetRow } from './store.ts';

export const maxSelectors = 25;

/** Selects or excludes the workspaces that have a tag; the value null matches any value of the tag. */
export const tagSelectorSchema = Exactly({
  'tag-key': Type.String(),
  'tag-value': Nullable(Type.String()),
  'is-exclude': Type.Boolean(),
});
export type TagSelector = Static<typeof tagSelectorSchema>;

const { key, value } = Tag().properties;

/** Schema of the tag selectors in a request. */
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

/** Adds the default values of optional properties, and removes duplicate selectors. */
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
