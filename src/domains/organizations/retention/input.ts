// Request body for an organization's own data retention policy. It either contains the number of days after which
// superseded data is deleted, or says that superseded data is never deleted.
import { Type } from 'typebox';
import { documentPayload, type Payload } from '../../../jsonapi/payload.ts';
import { keepsAllType, retentionDays, retentionType } from '../../instance/index.ts';

const eitherType = documentPayload({
  type: retentionType,
  otherTypes: [keepsAllType],
  attributes: Type.Object({}),
  isOptional: true,
});
const keepsAll = documentPayload({ type: keepsAllType, attributes: Type.Object({}) });

/**
 * Payload that is converted to a number of days, after which superseded data is deleted. Null means that superseded
 * data is never deleted.
 */
export const ownRetention: Payload<number | null> = {
  ...retentionDays,
  schema: Type.Union([retentionDays.schema, keepsAll.schema]),
  check: (value) => {
    eitherType.check(value);
    return typeIn(value) === keepsAllType ? null : retentionDays.check(value);
  },
};

const typeIn = (value: unknown): unknown => Reflect.get(Object(Reflect.get(Object(value), 'data')), 'type');
