import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { tagBindings } from './entity.ts';
import { type EffectiveTagRow, inheritedPrefix, type TagRow } from './store.ts';

/** A tag that was set directly on a workspace or project. */
export const tagBindingResource = resource<Pick<TagRow, 'id' | 'key' | 'value'>>({
  type: 'tag-bindings',
  attributes: tagBindings.shown,
});

/** A tag that applies to a workspace. It was set on the workspace or is inherited from its project. */
export const effectiveTagResource = resource<EffectiveTagRow>({
  type: 'effective-tag-bindings',
  id: ({ id, isInherited }) => (isInherited ? `${inheritedPrefix}${id}` : id),
  attributes: tagBindings.shown,
  relationships: {
    'inherited-from': { to: 'projects', one: ({ isInherited, project_id }) => (isInherited ? project_id : null) },
  },
  optionalLinks: {
    'inherited-from': ({ isInherited, project_id }) => (isInherited ? `/api/v2/projects/${project_id}` : undefined),
  },
});

/** A flat tag, which has only a name. */
export const flatTagResource = resource<TagRow>({
  type: 'tags',
  attributes: { name: shown(Type.String(), ({ key }) => key) },
  id: ({ key }) => key,
});
