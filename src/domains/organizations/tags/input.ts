// Tags in requests: as key-value pairs, or as flat tags that have only a name.
import { type Static, Type } from 'typebox';
import { problemAt, requireNone } from '../../../jsonapi/errors.ts';
import { dataPayload } from '../../../jsonapi/payload.ts';
import { FlatTags, TagBindings } from './schema.ts';

/** Tag values by key. */
export type Tags = ReadonlyMap<string, string>;

/** A record's tags. Some clients manage key-value tags and flat tags of the same record separately. */
export interface OwnTags {
  readonly bindings: Tags;
  /** Keys of flat tags. A key may also occur in `bindings`. */
  readonly flat: ReadonlySet<string>;
}

/** Change that a request makes to a record's tags, as a function from the old tags to the new ones. */
export type TagsChange = (tags: OwnTags) => OwnTags;

/** Schemas of the relationships in a request body that list tags. */
export const tagRelationships = {
  'tag-bindings': Type.Optional(Type.Object({ data: TagBindings() })),
  tags: Type.Optional(Type.Object({ data: FlatTags() })),
};

/** Request body with key-value tags. */
export const tagBindingsPayload = dataPayload(TagBindings());

/** Request body with flat tags. */
export const flatTagsPayload = dataPayload(FlatTags());

type Bindings = Static<ReturnType<typeof TagBindings>>;
type Flat = Static<ReturnType<typeof FlatTags>>;

/** Returns tag values by key. Throws 422 if two tags have the same key. */
export function tagsFrom(bindings: Bindings, pointer: string): Tags {
  const keys = bindings.map(({ attributes }) => attributes.key);
  const problems = keys.flatMap((key, index) =>
    keys.indexOf(key) === index
      ? []
      : [problemAt(`${pointer}/${index}/attributes/key`, 'taken', 'Key has already been taken')],
  );
  requireNone(problems);
  return new Map(bindings.map(({ attributes: { key, value = '' } }) => [key, value]));
}

/** Returns the keys of flat tags. A tag that is sent without a name is identified by its `id`. */
export function flatTagsFrom(tags: Flat): ReadonlySet<string> {
  return new Set(tags.flatMap(({ id, attributes }) => attributes?.name ?? id ?? []));
}

/**
 * Returns the change that the relationships of a request body make. Each relationship replaces all tags of its form.
 * Undefined if neither relationship is sent.
 */
export function tagsOfDocument(relationships: {
  readonly 'tag-bindings'?: { readonly data: Bindings };
  readonly tags?: { readonly data: Flat };
}): TagsChange | undefined {
  const { 'tag-bindings': bindings, tags: flat } = relationships;
  if (bindings === undefined && flat === undefined) return undefined;
  const changed = {
    ...(bindings && { bindings: tagsFrom(bindings.data, '/data/relationships/tag-bindings/data') }),
    ...(flat && { flat: flatTagsFrom(flat.data) }),
  };
  return (tags) => ({ ...tags, ...changed });
}
