import { type Static, type TSchema, Type } from 'typebox';
import { documentPayload, type Payload, plainPayload } from '../../../jsonapi/payload.ts';
import { Count, Nullable } from '../../../jsonapi/schema.ts';
import { isObject } from '../../../lib/json/json-tree.ts';
import { retentionType } from './resource.ts';

const attribute = 'delete-older-than-n-days';

const otherSpelling = 'deleteOlderThanNDays';

/** Body of a request that sets a new retention policy: the number of days. */
export const retentionDays = daysPayload(Count(1));

/** Body of a request that changes a retention policy. The number of days stays the same if it is null or absent. */
export const changedRetentionDays = daysPayload(Type.Optional(Nullable(Count(1))));

/** A retention policy that is set on the command line. */
export const policyInput = plainPayload({ days: Count(1) });

function daysPayload<Days extends TSchema>(days: Days): Payload<Static<Days>> {
  const attributes = Type.Object({ [attribute]: days });
  const document = documentPayload({ type: retentionType, attributes, isOptional: true });
  return {
    ...document,
    isOptional: false,
    check: (value) => Reflect.get(document.check(spelt(value ?? {})).attributes, attribute),
  };
}

/**
 * Renames the attribute `deleteOlderThanNDays` to `delete-older-than-n-days`. If the document contains both, the value
 * of `delete-older-than-n-days` is used.
 */
function spelt(document: unknown): unknown {
  if (!isObject(document) || !('data' in document) || !isObject(document.data)) return document;
  const { data } = document;
  if (!('attributes' in data) || !isObject(data.attributes) || !Object.hasOwn(data.attributes, otherSpelling)) {
    return document;
  }
  const attributes = { [attribute]: Reflect.get(data.attributes, otherSpelling), ...data.attributes };
  return { ...document, data: { ...data, attributes } };
}
