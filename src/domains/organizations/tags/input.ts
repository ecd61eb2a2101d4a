// Tags as clients name them: with keys and values, or flat by name.
import { type Static, Type } from 'typebox';
import { problemAt, requireNone } from '../../../jsonapi/errors.ts';
import { dataPayload } from '../../../jsonapi/payload.ts';
import { FlatTags, TagBindings } from './schema.ts';

/** The value of each tag by its key. */
export type Tags = ReadonlyMap<string, string>;

/** The tags of a record. Some clients manage both kinds of one record, each without the other. */
export interface OwnTags {
  readonly bindings: Tags;
  /** The keys of those that were named without a value; one may be bound too. */
  readonly flat: ReadonlySet<string>;
}

/** Change of a request to the tags that are there. */
export type TagsChange = (tags: OwnTags) => OwnTags;

/** Relationships of a document that name tags. */
export const tagRelationships = {
  'tag-bindings': Type.Optional(Type.Object({ data: TagBindings() })),
  tags: Type.Optional(Type.Object({ data: FlatTags() })),
};

/** The body that names tags with their values. */
export const tagBindingsPayload = dataPayload(TagBindings());

/** The body that names flat tags. */
export const flatTagsPayload = dataPayload(FlatTags());

type Bindings = Static<ReturnType<typeof TagBindings>>;
type Flat = Static<ReturnType<typeof FlatTags>>;

/** Tags with their values; 422 where two have the same key. */
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

/** The keys of tags without values. One without a name is known by its identifier. */
export function flatTagsFrom(tags: Flat): ReadonlySet<string> {
  return new Set(tags.flatMap(({ id, attributes }) => attributes?.name ?? id ?? []));
}

/** Change of the tags by the relationships of a document, each of which replaces all of its kind; undefined without any. */
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
