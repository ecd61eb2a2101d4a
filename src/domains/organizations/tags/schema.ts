import { Type } from 'typebox';
import { Identifier } from '../../../jsonapi/schema.ts';

/** Maximum number of tags of a workspace or project. */
export const maxTags = 25;

/** Key of a tag. Spaces are not allowed, so that keys can be listed with separators. */
export const TagKey = () =>
  Type.String({
    minLength: 1,
    maxLength: 128,
    pattern: '^[A-Za-z0-9_.=+@:/-]*$',
    'x-detail': 'can only include letters, numbers, _, ., =, +, -, @, : and /',
  });

export const TagValue = () => Type.String({ format: 'text', maxLength: 256 });

/** A tag in a request. */
export const Tag = () => Type.Object({ key: TagKey(), value: Type.Optional(TagValue()) });

/** Relationship data for tags that may not exist yet. */
export const TagBindings = () =>
  Type.Array(
    Type.Object({
      type: Type.Literal('tag-bindings'),
      attributes: Tag(),
    }),
    { maxItems: maxTags },
  );

/** Flat tags, given by name or by identifier. The identifier of a flat tag is its name. */
export const FlatTags = () =>
  Type.Array(
    Type.Object({
      type: Type.Literal('tags'),
      id: Type.Optional(Identifier()),
      attributes: Type.Optional(Type.Object({ name: TagKey() })),
    }),
    { maxItems: maxTags },
  );
