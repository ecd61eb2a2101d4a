// The documents of exemptions.
import { Type } from 'typebox';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Name, Reference } from '../../../jsonapi/schema.ts';
import { policyExemptions } from './entity.ts';

const relationships = Type.Object({ workspace: Type.Optional(Reference('workspaces')) });

/** The body of create: what is exempt, why, who answers for it, and until when. */
export const createPayload = documentPayload({
  type: 'policy-exemptions',
  attributes: Type.Object(policyExemptions.create),
  relationships,
});

/** The body of create for a policy that comes in versions of a set: it is known by its name there. */
export const setCreatePayload = documentPayload({
  type: 'policy-exemptions',
  attributes: Type.Object({ ...policyExemptions.create, 'policy-name': Name() }),
  relationships,
});

/** The body of update. What is exempt does not change: create another exemption. */
export const updatePayload = documentPayload({
  type: 'policy-exemptions',
  attributes: Type.Object(policyExemptions.update),
});
