import { Type } from 'typebox';
import { Identifier } from './schema.ts';

/** Maximum number of tags that a workspace or project can have. */
export const maxTags = 25;

/** Key of a tag. Spaces and commas are not allowed, so that they can separate keys in lists. */
export const TagKey = () =>
  Type.String({
    minLength: 1,
    maxLength: 128,
    pattern: '^[A-Za-z0-9_.=+@:/-]*$',
    'x-detail': 'can only include letters, numbers, _, ., =, +, -, @, : and /',
  });

export const TagValue = () => Type.String({ format: 'text', maxLength: 256 });

/** A tag in a request body. */
export const Tag = () => Type.Object({ key: TagKey(), value: Type.Optional(TagValue()) });

/** Data of a relationship to key-value tags. The tags do not need to exist yet. */
export const TagBindings = () =>
  Type.Array(
    Type.Object({
      type: Type.Literal('tag-bindings'),
      attributes: Tag(),
    }),
    { maxItems: maxTags },
  );

/** Data of a relationship to flat tags. A tag is given by its name or its identifier, which is the same as the name. */
export const FlatTags = () =>
  Type.Array(
    Type.Object({
      type: Type.Literal('tags'),
      id: Type.Optional(Identifier()),
      attributes: Type.Optional(Type.Object({ name: TagKey() })),
    }),
    { maxItems: maxTags },
  );
