import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import type { RetentionPolicy } from './data-retention.ts';

/** The type of a policy by which superseded data is deleted after so many days; the instance has no other. */
export const policyType = 'data-retention-policy-delete-olders';

/** The type of a policy of an organization that keeps everything. */
export const keepsAllType = 'data-retention-policy-dont-deletes';

/** The type of a policy; it has no days where nothing is ever deleted. */
export const policyTypeOf = (days: number | null): string => (days === null ? keepsAllType : policyType);

export const retentionResource = resource<RetentionPolicy>({
  type: policyType,
  attributes: { 'delete-older-than-n-days': shown(Type.Integer(), ({ days }) => days) },
  // The policy of the whole instance has no target.
  relationships: { target: { to: 'organizations', one: () => null } },
});
