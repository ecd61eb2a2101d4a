import { Type } from 'typebox';
import type { Meta } from '../../../http/reply.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, NullableString } from '../../../jsonapi/schema.ts';
import type { ModuleUseRow } from './store.ts';
import type { UserPage } from './uses.ts';

const Deprecation = () => Nullable(Exactly({ reason: NullableString(), link: NullableString() }));

/** A module version that a workspace uses. */
export const moduleUseResource = resource<ModuleUseRow>({
  type: 'workspace-modules',
  attributes: {
    'workspace-name': shown(Type.String(), ({ workspace_name }) => workspace_name),
    module: shown(Type.String(), ({ organization_name, name, provider }) => `${organization_name}/${name}/${provider}`),
    version: shown(Type.String(), ({ version }) => version),
    'requested-version': shown(Type.String(), ({ requested }) => requested),
    deprecation: shown(Deprecation(), ({ deprecation_id, reason, link }) =>
      deprecation_id === null ? null : { reason, link },
    ),
    'newest-version': shown(NullableString(), ({ newest }) => newest),
  },
  relationships: { workspace: { to: 'workspaces', one: ({ workspace_id }) => workspace_id } },
  id: ({ workspace_id, version_id }) => `${workspace_id}:${version_id}`,
});

export const usersMeta: Meta<UserPage> = {
  members: { 'workspace-count': Nullable(Type.Integer({ minimum: 0 })) },
  read: ({ count }) => ({ 'workspace-count': count }),
};
