import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { json, nullable, oneOf, text, time } from '../../../kernel/columns.ts';

const someText = (maxLength: number) => ({ ...Text(maxLength), minLength: 1 });

/** Schema of the comment with which a request is refused. */
export const commentSchema = someText(1_024);

/**
 * Request for an exemption. A person whose plan was stopped by a policy sends the request. A person who may create
 * exemptions grants or refuses it. What a request covers never changes.
 */
export const policyExemptionRequests = entity('policy_exemption_requests', {
  id: text(),
  organization_id: text(),
  /** Identifier of an individual policy; null for a policy in a versioned set. */
  policy_id: nullable(text()),
  /** Identifier of a versioned policy set, and name of the policy in this set; null for an individual policy. */
  policy_set_id: nullable(text()),
  policy_name: nullable(text()),
  workspace_id: text(),
  /** Evaluation in which the policy failed. The request is deleted together with the evaluation. */
  evaluation_id: text(),
  /** Address of a resource; null if the request covers all findings of the policy in the workspace. */
  resource_address: attribute(nullable(text()), { set: 'once', schema: someText(1_024) }),
  reason: attribute(text(), { set: 'once', isRequired: true, schema: someText(1_024) }),
  /**
   * Requested end of the exemption, and after the grant the end that the granter chose. Null if the exemption has no
   * end.
   */
  expires_at: attribute(nullable(time()), { set: 'once' }),
  /** Stored status. A request that is still `open` after `open_until` is shown as `expired`. */
  status: oneOf('open', 'granted', 'refused'),
  /** Identity that sent the request, as a `Creator` in JSON, and the identifier of this identity, if it has one. */
  requested_by: json(),
  requester_id: nullable(text()),
  /** Identity that granted or refused the request; null before the decision. */
  decided_by: nullable(json()),
  /** Comment of the refusal. */
  comment: nullable(text()),
  /** Exemption that was created when the request was granted; null if this exemption has been deleted. */
  exemption_id: nullable(text()),
  open_until: attribute(time()),
  created_at: attribute(time()),
  decided_at: attribute(nullable(time())),
});
