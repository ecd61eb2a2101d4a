// Form that asks for an exemption from the policy of a finding.
import { NativeSelect, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createExemptionRequest } from '../../api/exemption-requests.ts';
import type { Finding } from '../../api/findings.ts';
import { exemptionMaxDays, organizationQuery } from '../../api/organizations.ts';
import { refresh } from '../../api/refresh.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { closeDialog } from '../../components/dialog-store.ts';
import { type EndDraft, endOf, LastDayField } from '../../components/exemption-fields.tsx';
import { notifyDone } from '../../components/notify.tsx';
import type { CardContext } from './card-context.ts';

interface Draft extends EndDraft {
  reason: string;
  'resource-address': string;
}

interface AskFormProps {
  readonly finding: Finding;
  readonly context: CardContext;
}

export function AskForm({ finding, context }: AskFormProps) {
  const { data: organization } = useQuery(organizationQuery(context.organization));
  const { address, policy } = finding.attributes;
  const initial: Draft = { reason: '', 'resource-address': address ?? '', 'expires-at': '', isEndless: true };
  const max = organization === undefined ? null : exemptionMaxDays(organization.data);
  const state = useApiForm(initial, async (draft) => {
    const { reason, 'resource-address': resource } = draft;
    await createExemptionRequest(context.evaluation, {
      'policy-id': policy.id,
      'resource-address': resource === '' ? null : resource,
      reason,
      'expires-at': endOf({ ...draft, isEndless: draft['expires-at'] === '' }, max),
    });
    await refresh('exemption-requests');
    notifyDone('The request was sent. People who can grant it see it on their start page.');
  });
  const all = `All findings of ${policy.name} in ${context.workspace?.name ?? ''}`;
  return (
    <ApiFormView state={state} act="Send" refused="Not sent" onDone={closeDialog} onCancel={closeDialog}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {`Exemption from ${policy.name} in ${context.workspace?.name ?? ''}`}
      </Text>
      <Textarea
        {...state.form.field('reason', 'Reason')}
        description="Explain why the exemption is needed."
        required
        autosize
        minRows={2}
        maxLength={1_024}
        data-autofocus
      />
      {address === null ? (
        <Text size="sm">{`${all} would be exempt, because this finding does not name exactly one resource.`}</Text>
      ) : (
        <NativeSelect
          {...state.form.field('resource-address', 'Exempt resources')}
          data={[
            { value: address, label: `Only ${address}` },
            { value: '', label: all },
          ]}
        />
      )}
      <LastDayField form={state.form} max={max} withoutMax="If this is empty, the exemption has no end date." />
    </ApiFormView>
  );
}
