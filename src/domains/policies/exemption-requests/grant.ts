// Grants requests for exemptions. The exemption is created in the transaction that changes the status of the request.
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { existing, forbidden, invalid } from '../../../jsonapi/errors.ts';
import type { Actor, Identity } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockOrganization, type RecordAccess } from '../../organizations/index.ts';
import { type ApproverSet, approverSentence, missingApprovals } from '../approvers/approvers.ts';
import { type Grant, insertNew } from '../exemptions/exemptions.ts';
import { setsOfPolicies } from '../exemptions/store.ts';
import { isSameParty } from '../parties.ts';
import { lockPolicy } from '../policies/policies.ts';
import { audited, entryOf, lockOpen } from './exemption-requests.ts';
import { isInCurrentVersion } from './failed-policy.ts';
import { type RequestRow, requestById, teamName, updateRequest } from './store.ts';

/** Input for granting a request. */
interface GrantInput {
  /** End of the exemption. Null if it never ends, and absent if it ends at the requested time. */
  readonly 'expires-at'?: string | null | undefined;
}

/**
 * Grants a request, which creates an exemption. 403 if the caller and the requester are the same party, or if the
 * exemption would count in no policy set because the caller is not an approver. 422 unless the request is open, or if the
 * exemption cannot be created, for example because the organization has too many exemptions.
 */
export function grantRequest(
  context: Context,
  actor: Actor,
  access: RecordAccess<RequestRow>,
  input: GrantInput,
): Promise<RequestRow> {
  const { id, organization_id } = access.row;
  return auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, organization_id);
    const now = context.clock.now();
    const before = await lockOpen(tx, id, now);
    if (await isSameParty(tx, JSON.parse(before.requested_by), actor)) throw forbidden(ownRequest);
    const [missing = []] = await approversMissing(tx, actor, [before]);
    if (missing.length > 0) throw forbidden(noApprover(missing));
    const exemption = await createExemption(tx, { context, actor, access }, before, input);
    await updateRequest(tx, id, {
      status: 'granted',
      exemption_id: exemption.result.id,
      expires_at: exemption.result.expires_at,
      decided_by: JSON.stringify(actor.identity),
      decided_at: timestamp(now),
    });
    const result = existing(await tx.first(requestById, { id }));
    const entry = { ...entryOf('grant', result), before: audited(before), after: audited(result) };
    return { result, audit: [...exemption.audit, entry] };
  });
}

/** Columns of a request that name its policy. */
type PolicyColumns = Pick<RequestRow, 'organization_id' | 'policy_id' | 'policy_set_id'>;

/**
 * Returns, for each request, the policy sets whose approvers must grant the request instead of the actor. The result
 * for a request is empty if an exemption that the actor grants would take effect in at least one set of the policy, or
 * if the policy is in no set. All requests must belong to the same organization.
 */
export async function approversMissing(
  reader: Reader,
  actor: Actor,
  requests: readonly PolicyColumns[],
): Promise<readonly (readonly ApproverSet[])[]> {
  const ids = [...new Set(requests.flatMap(({ policy_id }) => policy_id ?? []))];
  const rows = ids.length === 0 ? [] : await reader.rows(setsOfPolicies, { ids: JSON.stringify(ids) });
  const setsBy = Map.groupBy(rows, ({ policy_id }) => policy_id);
  const sets = requests.map(({ policy_id, policy_set_id }) =>
    policy_set_id === null ? (setsBy.get(policy_id ?? '') ?? []).map(({ id }) => id) : [policy_set_id],
  );
  const organization = requests[0]?.organization_id ?? '';
  const missing = await missingApprovals(reader, actor, organization, [...new Set(sets.flat())]);
  return sets.map((own) => {
    const ofRequest = missing.filter(({ id }) => own.includes(id));
    return ofRequest.length === own.length ? ofRequest : [];
  });
}

const noApprover = (missing: readonly ApproverSet[]): string =>
  `You cannot grant this request, because every policy set of the policy has approvers and you are not one of them. ${missing.map(approverSentence).join(' ')}`;

const ownRequest =
  'The requester cannot grant the request, not even with another token. Another user who may create exemptions must grant it.';

async function createExemption(
  tx: Transaction,
  grant: Grant,
  { organization_id, policy_id, policy_set_id, policy_name, ...request }: RequestRow,
  { 'expires-at': end = request.expires_at }: GrantInput,
) {
  if (policy_id === null) await requireInVersion(tx, { policy_set_id, policy_name });
  else await lockPolicy(tx, policy_id);
  const of = { organization_id, policy_id, policy_set_id, policy_name, problems: [] };
  return insertNew(tx, grant, of, {
    workspace: request.workspace_id,
    requestedBy: request.requested_by,
    attributes: {
      'resource-address': request.resource_address,
      reason: request.reason,
      owner: await ownerOf(tx, request),
      'expires-at': end,
    },
  });
}

/** Throws 422 if the current version of the policy set has no policy with this name. */
async function requireInVersion(
  tx: Transaction,
  policy: Pick<RequestRow, 'policy_set_id' | 'policy_name'>,
): Promise<void> {
  if (await isInCurrentVersion(tx, policy)) return;
  const detail = `The current version of the policy set has no policy ${policy.policy_name}, so there is nothing to exempt from. Refuse the request.`;
  throw invalid({ code: 'wrong-state', detail });
}

/** Returns the name of the user, team or organization that sent the request. */
async function ownerOf(
  reader: Reader,
  { requested_by, organization_name }: Pick<RequestRow, 'requested_by' | 'organization_name'>,
): Promise<string> {
  const requester: Identity = JSON.parse(requested_by);
  switch (requester.kind) {
    case 'user':
      return requester.username;
    case 'team':
      return (await reader.first(teamName, { id: requester.id }))?.name ?? requester.id;
    default:
      return organization_name;
  }
}
