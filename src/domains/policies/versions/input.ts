import { Type } from 'typebox';
import { documentPayload } from '../../../jsonapi/payload.ts';

/** Body of the request that creates a version. */
export const versionPayload = documentPayload({
  type: 'policy-set-versions',
  isOptional: true,
  attributes: Type.Object({ staged: Type.Optional(Type.Boolean()) }),
});
