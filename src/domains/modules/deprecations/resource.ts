import { Type } from 'typebox';
import { resource, type Shown, shown, shownList, shownObject } from '../../../jsonapi/resource.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import type { VersionState } from './deprecations.ts';
import { moduleDeprecations } from './entity.ts';
import type { ChangedRange, VersionChange } from './range.ts';
import type { DeprecationRow } from './store.ts';

const deprecationResource = resource<DeprecationRow>({
  type: 'deprecations',
  attributes: { link: moduleDeprecations.shown.link, reason: moduleDeprecations.shown.reason },
});

const type = 'module-versions';
const identifier = { id: Type.String(), type: Type.Literal(type) };
const related = Exactly({ data: Exactly({ id: Type.String(), type: Type.Literal('deprecations') }) });

const schema = Type.Union([
  Exactly({
    data: Exactly({ ...identifier, relationships: Exactly({ deprecation: related }) }),
    included: Type.Array(deprecationResource.schema, { minItems: 1, maxItems: 1 }),
  }),
  Exactly({ data: Exactly(identifier) }),
]);

const outcome = shownObject<VersionChange>({
  version: shown(Type.String(), ({ version }) => version),
  'is-changed': shown(Type.Boolean(), ({ isChanged }) => isChanged),
});

/** Result of a change to a range of versions, from newest to oldest. */
export const rangeResource = resource<ChangedRange>({
  type: 'module-deprecation-ranges',
  attributes: {
    versions: shownList(outcome, ({ outcomes }) => outcomes),
    'workspace-count': shown(Type.Integer({ minimum: 0 }), ({ workspaces }) => workspaces),
  },
  id: ({ module }) => module.id,
});

/**
 * Response to requests that deprecate or reinstate a version. It has the deprecation but not the other attributes of
 * the version (API reference, "Module version deprecation").
 */
export const stateDocument: Shown<VersionState> = {
  schema,
  read: ({ id, deprecation }) => {
    if (deprecation === undefined) return { data: { id, type } };
    const included = deprecationResource.object(deprecation);
    const data = { id: included.id, type: included.type };
    return { data: { id, type, relationships: { deprecation: { data } } }, included: [included] };
  },
};
