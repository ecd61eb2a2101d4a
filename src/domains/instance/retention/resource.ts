import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import type { RetentionPolicy } from './data-retention.ts';

/** The type of a policy by which superseded data is deleted after so many days; the instance has no other. */
export const retentionType = 'data-retention-policy-delete-olders';

/** The type of a policy of an organization that keeps everything. */
export const keepsAllType = 'data-retention-policy-dont-deletes';

/** The type of a policy; it has no days where nothing is ever deleted. */
export const retentionTypeOf = (days: number | null): string => (days === null ? keepsAllType : retentionType);

export const retentionResource = resource<RetentionPolicy>({
  type: retentionType,
  attributes: { 'delete-older-than-n-days': shown(Type.Integer(), ({ days }) => days) },
  // The policy of the whole instance has no target.
  relationships: { target: { to: 'organizations', one: () => null } },
});
