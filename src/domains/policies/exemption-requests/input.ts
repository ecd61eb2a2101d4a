// Request bodies that create, grant and refuse requests for exemptions.
import { Type } from 'typebox';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Identifier, Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import { commentSchema, policyExemptionRequests } from './entity.ts';

const type = 'policy-exemption-requests';

/** Body of the request that asks for an exemption. `policy-id` is an identifier from the outcomes of the evaluation. */
export const createPayload = documentPayload({
  type,
  attributes: Type.Object({ ...policyExemptionRequests.create, 'policy-id': Identifier() }),
});

/** Body of the request that grants an exemption. By default, the exemption ends at the requested time. */
export const grantPayload = documentPayload({
  type,
  isOptional: true,
  attributes: Type.Object({ 'expires-at': Type.Optional(Nullable(Timestamp())) }),
});

/** Body of the request that refuses an exemption. */
export const refusePayload = documentPayload({ type, attributes: Type.Object({ comment: commentSchema }) });
