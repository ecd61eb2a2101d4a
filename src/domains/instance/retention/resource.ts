import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import type { RetentionPolicy } from './data-retention.ts';

/** Type of a policy that deletes superseded data after a number of days. The instance has no other type. */
export const retentionType = 'data-retention-policy-delete-olders';

/** Type of an organization's policy that keeps everything. */
export const keepsAllType = 'data-retention-policy-dont-deletes';

/** Returns the type of a policy. `days` is null if nothing is ever deleted. */
export const retentionTypeOf = (days: number | null): string => (days === null ? keepsAllType : retentionType);

export const retentionResource = resource<RetentionPolicy>({
  type: retentionType,
  attributes: { 'delete-older-than-n-days': shown(Type.Integer(), ({ days }) => days) },
  // The instance's policy has no target.
  relationships: { target: { to: 'organizations', one: () => null } },
});
