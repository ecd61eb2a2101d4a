// Request bodies that create and update exemptions.
import { Type } from 'typebox';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Name, Reference } from '../../../jsonapi/schema.ts';
import { policyExemptions } from './entity.ts';

const relationships = Type.Object({ workspace: Type.Optional(Reference('workspaces')) });

/** Body of the request that creates an exemption from an individual policy. */
export const createPayload = documentPayload({
  type: 'policy-exemptions',
  attributes: Type.Object(policyExemptions.create),
  relationships,
});

/**
 * Body of the request that creates an exemption from a policy in a versioned set. The body has the name of the policy.
 */
export const setCreatePayload = documentPayload({
  type: 'policy-exemptions',
  attributes: Type.Object({ ...policyExemptions.create, 'policy-name': Name() }),
  relationships,
});

/** Body of the request that updates an exemption. The policy, workspace and resource cannot be changed. */
export const updatePayload = documentPayload({
  type: 'policy-exemptions',
  attributes: Type.Object(policyExemptions.update),
});
