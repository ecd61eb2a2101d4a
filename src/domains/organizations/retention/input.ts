// Input of the data retention that an organization has of its own: the days after which superseded data is deleted, or that it never is.
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

/** The days after which superseded data is deleted; null where it never is. */
export const ownRetention: Payload<number | null> = {
  ...retentionDays,
  schema: Type.Union([retentionDays.schema, keepsAll.schema]),
  check: (value) => {
    eitherType.check(value);
    return typeIn(value) === keepsAllType ? null : retentionDays.check(value);
  },
};

const typeIn = (value: unknown): unknown => Reflect.get(Object(Reflect.get(Object(value), 'data')), 'type');
