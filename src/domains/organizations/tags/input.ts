// Tags in requests. They are sent either as key-value pairs, or as flat tags, which have only a name.
import { type Static, Type } from 'typebox';
import { problemAt, requireNone } from '../../../jsonapi/errors.ts';
import { dataPayload } from '../../../jsonapi/payload.ts';
import { FlatTags, TagBindings } from '../../../jsonapi/tag.ts';

/** Tags with values. The keys of the map are the keys of the tags. */
export type Tags = ReadonlyMap<string, string>;

/**
 * Tags of a workspace or project. Key-value tags and flat tags are separate, because some clients manage them
 * separately.
 */
export interface OwnTags {
  readonly bindings: Tags;
  /** Names of the flat tags. A name may also be a key in `bindings`. */
  readonly flat: ReadonlySet<string>;
}

/** Change that a request makes to the tags of a record: a function from the old tags to the new tags. */
export type TagsChange = (tags: OwnTags) => OwnTags;

/** Schemas of those relationships in a request body that contain tags. */
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

/** Returns the tags in a request body. Throws 422 if two tags have the same key. */
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

/** Returns the names of flat tags. If a tag is sent without a name, its `id` is used as the name. */
export function flatTagsFrom(tags: Flat): ReadonlySet<string> {
  return new Set(tags.flatMap(({ id, attributes }) => attributes?.name ?? id ?? []));
}

/**
 * Returns the change of tags that a request body describes. A relationship with key-value tags replaces all key-value
 * tags, and a relationship with flat tags replaces all flat tags. Undefined if the request contains neither.
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
