import { Type } from 'typebox';
import { Identifier } from '../../../jsonapi/schema.ts';

/** The largest number of tags of one workspace or project. */
export const maxTags = 25;

/** The key of a tag: no spaces, so that keys can be listed with commas and spaces between them. */
export const TagKey = () =>
  Type.String({
    minLength: 1,
    maxLength: 128,
    pattern: '^[A-Za-z0-9_.=+@:/-]*$',
    'x-detail': 'can only include letters, numbers, _, ., =, +, -, @, : and /',
  });

export const TagValue = () => Type.String({ format: 'text', maxLength: 256 });

/** A tag that a client sends. */
export const Tag = () => Type.Object({ key: TagKey(), value: Type.Optional(TagValue()) });

/** The data of a relationship to tags that need not exist yet. */
export const TagBindings = () =>
  Type.Array(
    Type.Object({
      type: Type.Literal('tag-bindings'),
      attributes: Tag(),
    }),
    { maxItems: maxTags },
  );

/** Tags without values, by their names or by their identifiers, which are the same here. */
export const FlatTags = () =>
  Type.Array(
    Type.Object({
      type: Type.Literal('tags'),
      id: Type.Optional(Identifier()),
      attributes: Type.Optional(Type.Object({ name: TagKey() })),
    }),
    { maxItems: maxTags },
  );
