// Form that exempts the resource of a finding from the finding's policy. The scope is already filled in.
import { Alert, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createExemption, createExemptionInSet } from '../../api/exemptions.ts';
import type { Finding } from '../../api/findings.ts';
import { exemptionMaxDays, organizationQuery } from '../../api/organizations.ts';
import { reference } from '../../api/query.ts';
import { refresh } from '../../api/refresh.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { closeDialog } from '../../components/dialog-store.ts';
import { type EndDraft, EndFields, endOf, type ReasonDraft, ReasonFields } from '../../components/exemption-fields.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { membersOf } from '../../texts/evaluations.ts';
import { nextEvaluation } from '../../texts/exemption-requests.ts';
import type { CardContext } from './card-context.ts';

interface Draft extends EndDraft, ReasonDraft {
  workspace: string;
}

/**
 * Whether the identifier belongs to one of the organization's own policies. Exemptions from these have a separate
 * endpoint. Policies in a policy set version are identified by set and name.
 */
const isOwn = (policy: string): boolean => policy.startsWith('pol-');

const emptyDraft = { reason: '', owner: '', 'expires-at': '', isEndless: false };

interface ExemptFormProps {
  readonly finding: Finding;
  readonly context: CardContext;
}

type Created = Awaited<ReturnType<typeof createExemption>>['data'];

/** Says when the exemption takes effect, and names the policy sets in which it does not count. */
function doneText({ attributes }: Created): string {
  const without = (attributes['policy-sets'] ?? []).filter(({ counts }) => !counts);
  if (without.length === 0) return nextEvaluation;
  const names = without.map(({ name }) => name).join(', ');
  return attributes.effective
    ? `${nextEvaluation} It does not count in: ${names}.`
    : `The exemption is recorded, but it has no effect, because it does not count in: ${names}.`;
}

/**
 * Says why an exemption of the user has no effect in the policy set of the finding, and who can grant one that has an
 * effect. Undefined if the exemption has an effect.
 */
function obstacleTo({ attributes }: Finding, { missingApprovals, isManager }: CardContext): string | undefined {
  const { policy, 'policy-set': set, overridable } = attributes;
  const missing = missingApprovals.find((each) => each['policy-set'] === set.id);
  if (missing !== undefined) {
    const approvers =
      missing.teams.length === 0 ? 'an owner of the organization' : `one of the ${membersOf(missing.teams)}`;
    return `Only exemptions of approvers count in the policy set ${set.name}. Ask ${approvers} to grant the exemption.`;
  }
  return overridable || isManager
    ? undefined
    : `${policy.name} cannot be overridden in the policy set ${set.name}. Ask somebody with the permissions “Override policies” and “Manage policies” to grant the exemption.`;
}

export function ExemptForm({ finding, context }: ExemptFormProps) {
  const { organization, workspace } = context;
  const obstacle = obstacleTo(finding, context);
  const { data } = useQuery(organizationQuery(organization));
  const max = data === undefined ? null : exemptionMaxDays(data.data);
  const { address, policy, 'policy-set': set } = finding.attributes;
  const initial: Draft = { ...emptyDraft, workspace: workspace?.id ?? '' };
  const state = useApiForm(initial, async (draft) => {
    const { reason, owner } = draft;
    const attributes = { reason, owner, 'resource-address': address, 'expires-at': endOf(draft, max) };
    const relationships = draft.workspace === '' ? {} : { workspace: reference('workspaces', draft.workspace) };
    const created = await (isOwn(policy.id)
      ? createExemption(policy.id, { attributes, relationships })
      : createExemptionInSet(set.id, { attributes: { ...attributes, 'policy-name': policy.name }, relationships }));
    await refresh('exemptions');
    notifyDone(doneText(created.data));
  });
  return (
    <ApiFormView state={state} act="Exempt" refused="Not created" onDone={closeDialog} onCancel={closeDialog}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {`Exempt ${address ?? ''} from ${policy.name}`}
      </Text>
      {obstacle !== undefined && (
        <Alert color="yellow" title="This exemption would have no effect">
          {obstacle}
        </Alert>
      )}
      <ReasonFields form={state.form} />
      {workspace !== undefined && (
        <NativeSelect
          {...state.form.field('workspace', 'Workspace')}
          data={[
            { value: workspace.id, label: `Only in ${workspace.name}` },
            { value: '', label: 'In every workspace' },
          ]}
        />
      )}
      <EndFields form={state.form} max={max} />
    </ApiFormView>
  );
}
