// Request bodies that create and update exemptions.
import { Type } from 'typebox';
import { dataPayload, documentPayload } from '../../../jsonapi/payload.ts';
import { Identifier, Name, Reference } from '../../../jsonapi/schema.ts';
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

/** Maximum number of exemptions that one request can delete. */
const maxEnded = 100;

/** Body of the request that deletes several exemptions. */
export const endPayload = dataPayload(
  Type.Array(Type.Object({ type: Type.Literal('policy-exemptions'), id: Identifier() }), {
    minItems: 1,
    maxItems: maxEnded,
  }),
);
