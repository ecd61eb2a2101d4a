import { resource } from '../../../jsonapi/resource.ts';
import { policyInputs } from './entity.ts';
import type { InputRow } from './store.ts';

/** Metadata of a recorded input. The recorded documents are never included in responses. */
export const inputResource = resource<InputRow>({
  type: 'policy-inputs',
  attributes: policyInputs.shown,
  relationships: {
    organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
    workspace: { to: 'workspaces', one: ({ workspace_id }) => workspace_id },
    'policy-evaluation': { to: 'policy-evaluations', one: ({ evaluation_id }) => evaluation_id },
  },
  links: { self: ({ id, organization_name }) => `/api/v2/organizations/${organization_name}/policy-inputs/${id}` },
});
