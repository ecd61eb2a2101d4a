import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  deletePolicySet,
  type PolicySet,
  policySetQuery,
  readPolicySet,
  updatePolicySet,
} from '../../api/policy-sets.ts';
import { queryClient } from '../../api/query-client.ts';
import { forget, refresh } from '../../api/refresh.ts';
import { ApiFormView } from '../../components/api-form.tsx';
import { useSharedForm } from '../../components/changed-elsewhere.tsx';
import { confirmAct } from '../../components/confirm.tsx';
import { DeletionSection } from '../../components/deletion-section.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { counted } from '../../texts/counted.ts';
import { Approvers } from './approvers.tsx';
import { Fields, type SetFields } from './fields.tsx';
import { PolicySetPage, useSetParams } from './frame.tsx';
import { askAboutSet } from './question.ts';
import { scopeOf } from './scope.ts';
import { changeOfSettings } from './set-changes.ts';

const fieldsOf = ({ attributes }: PolicySet): SetFields => ({
  description: attributes.description ?? '',
  global: attributes.global,
  overridable: attributes.overridable,
  shadow: attributes.shadow,
  input: attributes.input ?? '',
  'unknown-values': attributes['unknown-values'],
});

const changesOf = ({ input, ...values }: SetFields) => ({ ...values, input: input === '' ? null : input });

const SettingsForm = ({ set }: { readonly set: PolicySet }) => {
  const { organization } = useSetParams();
  const { state, notice } = useSharedForm<SetFields>({
    opened: fieldsOf(set),
    read: async () => {
      const { data, etag } = await readPolicySet(set.id);
      return { data: fieldsOf(data.data), etag };
    },
    save: async (values, { data, etag }) => {
      const [before, after] = [changesOf(data), changesOf(values)];
      const present = { ...set, attributes: { ...set.attributes, ...before } };
      const shown = await askAboutSet(organization, present, changeOfSettings(present, after));
      const document = await updatePolicySet(set.id, after, etag, shown);
      queryClient.setQueryData(policySetQuery(set.id).queryKey, document);
      notifyDone('Saved.');
      await refresh('policy-sets');
      return fieldsOf(document.data);
    },
  });
  return (
    <ApiFormView state={state} act="Save">
      {notice}
      <Fields form={state.form} />
    </ApiFormView>
  );
};

const Deletion = ({ set }: { readonly set: PolicySet }) => {
  const { organization } = useSetParams();
  const navigate = useNavigate();
  const { name, 'policy-count': policies } = set.attributes;
  const remove = async () =>
    confirmAct({
      title: `Delete the policy set ${name}?`,
      body: 'The policies of the set stay in the organization. This cannot be undone.',
      consequences: [
        `${counted(policies, 'policy', 'policies')} will no longer apply through this policy set.`,
        `The policy set applies to: ${scopeOf(set)}`,
      ],
      act: 'Delete the policy set',
      typed: name,
      onConfirm: async () => {
        await deletePolicySet(set.id);
        notifyDone(`The policy set ${name} was deleted.`);
        await navigate({ to: '/app/organizations/$organization/policy-sets', params: { organization } });
        await forget('policy-set', set.id);
      },
    });
  return (
    <DeletionSection
      title="Delete the policy set"
      hint="The policies of the set stay in the organization. This cannot be undone."
      onDelete={remove}
    />
  );
};

export function PolicySetSettings() {
  return (
    <PolicySetPage>
      {(set) => (
        <Stack gap="xl" key={set.id}>
          <SettingsForm set={set} />
          <Approvers set={set} />
          <Deletion set={set} />
        </Stack>
      )}
    </PolicySetPage>
  );
}
