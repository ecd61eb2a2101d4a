import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { flag, generated, json, nullable, text, time } from '../../../kernel/columns.ts';

const someText = (maxLength: number) => ({ ...Text(maxLength), minLength: 1 });

/**
 * A temporary or permanent exemption from a policy. It applies to a workspace, to a resource, or to a resource in a
 * workspace.
 */
export const policyExemptions = entity('policy_exemptions', {
  id: text(),
  organization_id: text(),
  /** Identifier of an individual policy; null for a policy in a versioned set. */
  policy_id: nullable(text()),
  /**
   * Identifier of a versioned policy set, and name of the policy in this set. The name is stored because the policy's
   * identifier changes with each version.
   */
  policy_set_id: nullable(text()),
  policy_name: nullable(text()),
  /**
   * Workspace to which the exemption applies. Null if it applies to all workspaces; in that case `resource_address` is
   * set.
   */
  workspace_id: nullable(text()),
  /**
   * Address of the resource to which the exemption applies; null if it covers all findings of the policy in the
   * workspace.
   */
  resource_address: attribute(nullable(text()), { set: 'once', schema: someText(1_024) }),
  reason: attribute(text(), { set: 'always', isRequired: true, schema: someText(1_024) }),
  /** Person or team that is responsible for the exemption. */
  owner: attribute(text(), { set: 'always', isRequired: true, schema: someText(255) }),
  /**
   * Expiry time. Null for an exemption that never expires, which is possible only if the organization has no maximum
   * duration of exemptions.
   */
  expires_at: attribute(nullable(time()), { set: 'always' }),
  /**
   * Whether the exemption also applies to policies that do not permit overrides. This is the case if the exemption's
   * creator may also manage policies.
   */
  covers_all_levels: attribute(flag(), { isAudited: true }),
  /**
   * Identity that requested the exemption, as a `Creator` in JSON; null if the exemption was created without a request.
   * The request itself may have been deleted together with its evaluation.
   */
  requested_by: nullable(json()),
  /**
   * Identifiers of the teams that the creator belonged to at the time of the creation, or those of the person who last
   * changed the expiry to a later time, as a JSON list. They determine in which policy sets with approvers the exemption
   * counts.
   */
  granter_teams: generated(json()),
  /**
   * Time of the last evaluation in which the exemption applied to a finding, or the time of creation if there is none.
   * It is written at most once a day, so a later evaluation on the same day does not change it.
   */
  last_matched_at: attribute(time()),
  /** Identity that created the exemption. */
  created_by: json(),
  created_at: attribute(time()),
  updated_at: attribute(time()),
});
