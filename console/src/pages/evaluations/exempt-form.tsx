// Form that exempts the resource of a finding from the finding's policy. The scope is already filled in.
import { Alert, NativeSelect, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createExemption, createExemptionInSet } from '../../api/exemptions.ts';
import type { Finding } from '../../api/findings.ts';
import { exemptionMaxDays, organizationQuery } from '../../api/organizations.ts';
import { reference } from '../../api/query.ts';
import { refresh } from '../../api/refresh.ts';
import { ApiFormView, field, useApiForm } from '../../components/api-form.tsx';
import { closeDialog } from '../../components/dialog-store.ts';
import { type EndDraft, EndFields, endOf, type ReasonDraft, ReasonFields } from '../../components/exemption-fields.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { nextEvaluation } from '../../texts/exemption-requests.ts';

/** Workspace of the evaluated plan. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
}

interface Draft extends EndDraft, ReasonDraft {
  workspace: string;
}

/**
 * Whether the identifier belongs to one of the organization's own policies. Exemptions from these have a separate
 * endpoint. Policies in a policy set version are identified by set and name.
 */
const isOwn = (policy: string): boolean => policy.startsWith('pol-');

interface ExemptFormProps {
  readonly organization: string;
  readonly finding: Finding;
  /** Workspace of the plan. Undefined if the plan has none. */
  readonly workspace?: Workspace | undefined;
  /**
   * Whether the exemption would have an effect. False if the policy set does not allow overrides and the user may not
   * manage policies.
   */
  readonly isInEffect: boolean;
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

export function ExemptForm({ organization, finding, workspace, isInEffect }: ExemptFormProps) {
  const queryClient = useQueryClient();
  const { data } = useQuery(organizationQuery(organization));
  const max = data === undefined ? null : exemptionMaxDays(data.data);
  const { address, policy, 'policy-set': set } = finding.attributes;
  const initial: Draft = {
    reason: '',
    owner: '',
    'expires-at': '',
    isEndless: false,
    workspace: workspace?.id ?? '',
  };
  const state = useApiForm(initial, async (draft) => {
    const { reason, owner } = draft;
    const attributes = { reason, owner, 'resource-address': address, 'expires-at': endOf(draft, max) };
    const relationships = draft.workspace === '' ? {} : { workspace: reference('workspaces', draft.workspace) };
    const created = await (isOwn(policy.id)
      ? createExemption(policy.id, { attributes, relationships })
      : createExemptionInSet(set.id, { attributes: { ...attributes, 'policy-name': policy.name }, relationships }));
    await refresh(queryClient, 'exemptions');
    notifyDone(doneText(created.data));
  });
  return (
    <ApiFormView state={state} act="Exempt" refused="Not created" onDone={closeDialog} onCancel={closeDialog}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {`Exempt ${address ?? ''} from ${policy.name}`}
      </Text>
      {!isInEffect && (
        <Alert color="yellow" title="This exemption would have no effect">
          {`${policy.name} cannot be overridden in the policy set ${set.name}. Ask somebody with the permissions “Override policies” and “Manage policies” to grant the exemption.`}
        </Alert>
      )}
      <ReasonFields form={state.form} />
      {workspace !== undefined && (
        <NativeSelect
          {...field(state.form, 'workspace', 'Workspace')}
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
