import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import type { RetentionPolicy } from './data-retention.ts';

/**
 * Resource type of a retention policy that deletes superseded data after a number of days. The instance's retention
 * policy always has this type.
 */
export const retentionType = 'data-retention-policy-delete-olders';

/** Resource type of an organization's retention policy that keeps all data. */
export const keepsAllType = 'data-retention-policy-dont-deletes';

/** Returns the resource type of a retention policy. `days` is null if the policy keeps all data. */
export const retentionTypeOf = (days: number | null): string => (days === null ? keepsAllType : retentionType);

export const retentionResource = resource<RetentionPolicy>({
  type: retentionType,
  attributes: { 'delete-older-than-n-days': shown(Type.Integer(), ({ days }) => days) },
  // The instance's retention policy belongs to no organization.
  relationships: { target: { to: 'organizations', one: () => null } },
});
