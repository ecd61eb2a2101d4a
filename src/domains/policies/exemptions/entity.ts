import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { flag, json, nullable, text, time } from '../../../kernel/columns.ts';

const someText = (maxLength: number) => ({ ...Text(maxLength), minLength: 1 });

/** Exemption from a policy until it expires: for the plans of a workspace, or for what the policy says about a resource. */
export const policyExemptions = entity('policy_exemptions', {
  id: text(),
  organization_id: text(),
  /** Null for a policy that comes in versions of a set. */
  policy_id: nullable(text()),
  /** The set whose versions bring the policy, and its name there: its identifier changes with each version. */
  policy_set_id: nullable(text()),
  policy_name: nullable(text()),
  /** Null for every workspace; then there is a resource. */
  workspace_id: nullable(text()),
  /** Null for all that the policy says in the workspace. */
  resource_address: attribute(nullable(text()), { set: 'once', schema: someText(1_024) }),
  reason: attribute(text(), { set: 'always', isRequired: true, schema: someText(1_024) }),
  /** The person or the team that answers for it. */
  owner: attribute(text(), { set: 'always', isRequired: true, schema: someText(255) }),
  /** When it ends; null for never, which has to be said. */
  expires_at: attribute(nullable(time()), { set: 'always', isRequired: true }),
  /** True if it also counts where a policy cannot be overridden: its creator manages policies, too. */
  covers_all_levels: attribute(flag(), { isAudited: true }),
  /** The identity that granted it. */
  created_by: json(),
  created_at: attribute(time()),
  updated_at: attribute(time()),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof policyExemptions]> {}
}
