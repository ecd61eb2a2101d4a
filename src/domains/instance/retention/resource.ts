import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import type { RetentionPolicy } from './data-retention.ts';

/** The only type of data retention policy: superseded data is deleted after so many days. */
export const policyType = 'data-retention-policy-delete-olders';

export const retentionResource = resource<RetentionPolicy>({
  type: policyType,
  attributes: { 'delete-older-than-n-days': shown(Type.Integer(), ({ days }) => days) },
  // The policy of the whole instance has no target.
  relationships: { target: { to: 'organizations', one: () => null } },
});
