import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { flag, json, nullable, text, time } from '../../../kernel/columns.ts';

const someText = (maxLength: number) => ({ ...Text(maxLength), minLength: 1 });

/** Exemption from a policy until an expiry time, for a workspace, a resource, or a resource in a workspace. */
export const policyExemptions = entity('policy_exemptions', {
  id: text(),
  organization_id: text(),
  /** Null for a policy of a versioned set. */
  policy_id: nullable(text()),
  /**
   * Policy set of a versioned policy, and the policy's name in it. The name is stored instead of the policy's
   * identifier, which changes with each version.
   */
  policy_set_id: nullable(text()),
  policy_name: nullable(text()),
  /** Null if the exemption applies to every workspace; it then names a resource. */
  workspace_id: nullable(text()),
  /** Null if the exemption covers all findings of the policy in the workspace. */
  resource_address: attribute(nullable(text()), { set: 'once', schema: someText(1_024) }),
  reason: attribute(text(), { set: 'always', isRequired: true, schema: someText(1_024) }),
  /** Person or team that is responsible for the exemption. */
  owner: attribute(text(), { set: 'always', isRequired: true, schema: someText(255) }),
  /** Expiry time; null if the exemption never expires, which clients must state explicitly. */
  expires_at: attribute(nullable(time()), { set: 'always', isRequired: true }),
  /**
   * Whether the exemption also applies if the policy does not permit overrides, because its creator may also manage
   * policies.
   */
  covers_all_levels: attribute(flag(), { isAudited: true }),
  /** Identity that created the exemption. */
  created_by: json(),
  created_at: attribute(time()),
  updated_at: attribute(time()),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof policyExemptions]> {}
}
