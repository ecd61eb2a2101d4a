import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { tagBindings } from './entity.ts';
import type { TagRow } from './store.ts';

const tagsAs = (type: 'tag-bindings' | 'effective-tag-bindings') =>
  resource<TagRow>({ type, attributes: tagBindings.shown });

/** A tag of a workspace or a project itself. */
export const tagBindingResource = tagsAs('tag-bindings');

/** A tag that a workspace has, be it its own or its project's. */
export const effectiveTagResource = tagsAs('effective-tag-bindings');

/** A tag without a value, by its name. */
export const flatTagResource = resource<TagRow>({
  type: 'tags',
  attributes: { name: shown(Type.String(), ({ key }) => key) },
  id: ({ key }) => key,
});
