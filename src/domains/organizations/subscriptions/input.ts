// Request body with which an organization selects a plan.
import { Type } from 'typebox';
import { invalid } from '../../../jsonapi/errors.ts';
import { jsonApiType, type Payload } from '../../../jsonapi/payload.ts';
import { Reference } from '../../../jsonapi/schema.ts';
import { validate } from '../../../jsonapi/validate.ts';

const schema = Type.Object({
  data: Type.Object({
    // The singular is accepted, because released clients send it.
    type: Type.Enum(['subscriptions', 'subscription']),
    relationships: Type.Object({ 'feature-set': Reference('feature-sets') }),
  }),
});

/** Payload that is converted to the identifier of the selected feature set. */
export const subscriptionPayload: Payload<string> = {
  mediaTypes: [jsonApiType],
  schema,
  check: (value) => {
    const result = validate(schema, value ?? {});
    if ('problems' in result) throw invalid(...result.problems);
    return result.value.data.relationships['feature-set'].data.id;
  },
};
