import { List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  deletePolicy,
  type Policy,
  policyQuery,
  readPolicy,
  setsOfPolicyQuery,
  updatePolicy,
} from '../../api/policies.ts';
import { queryClient } from '../../api/query-client.ts';
import { forget, refresh } from '../../api/refresh.ts';
import { ApiFormView } from '../../components/api-form.tsx';
import { useSharedForm } from '../../components/changed-elsewhere.tsx';
import { confirmAct } from '../../components/confirm.tsx';
import { DeletionSection } from '../../components/deletion-section.tsx';
import { PageLink } from '../../components/links.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { counted } from '../../texts/counted.ts';
import { Fields, type PolicyFields } from './fields.tsx';
import { PolicyPage, usePolicyParams } from './frame.tsx';
import { askAboutPolicy } from './question.ts';

const fieldsOf = ({ attributes }: Policy): PolicyFields => ({
  query: attributes.query ?? '',
  'enforcement-level': attributes['enforcement-level'],
  description: attributes.description ?? '',
  introduction: attributes.introduction,
  input: attributes.input ?? '',
});

const changesOf = (policy: Policy, { query, input, ...rest }: PolicyFields) => ({
  ...rest,
  ...(policy.attributes.kind === 'opa' && { query, input: input === '' ? null : input }),
});

const SettingsForm = ({ policy }: { readonly policy: Policy }) => {
  const { organization } = usePolicyParams();
  const { state, notice } = useSharedForm<PolicyFields>({
    opened: fieldsOf(policy),
    read: async () => {
      const { data, etag } = await readPolicy(policy.id);
      return { data: fieldsOf(data.data), etag };
    },
    save: async (values, { data, etag }) => {
      const changes = changesOf(policy, values);
      const present = { ...policy, attributes: { ...policy.attributes, ...changesOf(policy, data) } };
      const shown = await askAboutPolicy(organization, present, changes);
      const document = await updatePolicy(policy.id, changes, etag, shown);
      queryClient.setQueryData(policyQuery(policy.id).queryKey, document);
      notifyDone('Saved.');
      await refresh('policies');
      return fieldsOf(document.data);
    },
  });
  return (
    <ApiFormView state={state} act="Save">
      {notice}
      <Fields form={state.form} kind={policy.attributes.kind} policy={policy.id} />
    </ApiFormView>
  );
};

const UsedBy = ({ policy }: { readonly policy: Policy }) => {
  const { data, error, refetch } = useQuery(setsOfPolicyQuery(policy.id));
  const { organization } = usePolicyParams();
  const total = policy.attributes['policy-set-count'];
  return (
    <Stack gap="xs" component="section" aria-labelledby="used-by">
      <Title order={2} size="h4" id="used-by">
        Policy sets with this policy
      </Title>
      <QueryState data={data} error={error} refetch={refetch} />
      {data?.data.length === 0 && (
        <Text c="dimmed">No policy set contains this policy yet, so it is not evaluated.</Text>
      )}
      {data !== undefined && data.data.length > 0 && (
        <List style={{ overflowWrap: 'anywhere' }}>
          {data.data.map(({ id, attributes }) => (
            <List.Item key={id}>
              <PageLink to="/app/organizations/$organization/policy-sets/$set" params={{ organization, set: id }}>
                {attributes.name}
              </PageLink>
            </List.Item>
          ))}
          {total > data.data.length && (
            <List.Item>{`and ${(total - data.data.length).toLocaleString('en')} more`}</List.Item>
          )}
        </List>
      )}
    </Stack>
  );
};

const useDeletion = (policy: Policy) => {
  const { organization } = usePolicyParams();
  const navigate = useNavigate();
  const { name } = policy.attributes;
  return async () => {
    const sets = await queryClient.fetchQuery(setsOfPolicyQuery(policy.id));
    const count = sets.meta.pagination?.['total-count'] ?? sets.data.length;
    const [first] = sets.data;
    confirmAct({
      title: `Delete the policy ${name}?`,
      body: 'The policy, its code, all revisions and its tests are deleted. This cannot be undone.',
      consequences: [
        count === 0 ? 'No policy set contains this policy.' : `It is removed from ${counted(count, 'policy set')}.`,
        ...(first === undefined
          ? []
          : [
              count === 1
                ? `Policy set: ${first.attributes.name}`
                : `Policy sets: ${first.attributes.name} and ${(count - 1).toLocaleString('en')} more`,
            ]),
      ],
      act: 'Delete the policy',
      ...(count > 0 && { typed: name }),
      onConfirm: async () => {
        await deletePolicy(policy.id);
        notifyDone(`The policy ${name} was deleted.`);
        await navigate({ to: '/app/organizations/$organization/policies', params: { organization } });
        await forget('policy', policy.id);
      },
    });
  };
};

const Deletion = ({ policy }: { readonly policy: Policy }) => (
  <DeletionSection
    title="Delete the policy"
    hint="The policy, its code, all revisions and its tests are deleted. This cannot be undone."
    onDelete={useDeletion(policy)}
  />
);

const Settings = ({ policy }: { readonly policy: Policy }) => (
  <Stack gap="xl">
    <SettingsForm policy={policy} />
    <UsedBy policy={policy} />
    <Deletion policy={policy} />
  </Stack>
);

/** Page for changing the settings of a policy. */
export function PolicySettings() {
  return <PolicyPage>{(policy) => <Settings key={policy.id} policy={policy} />}</PolicyPage>;
}
