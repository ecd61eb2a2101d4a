import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '../../api/account.ts';
import { createOrganization } from '../../api/organizations.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { LoadingRows } from '../../components/data-table.tsx';
import { PageLink } from '../../components/links.tsx';
import { t } from '../../texts/first-steps.ts';
import { t as organizations } from '../../texts/organizations.ts';
import { Step } from './step.tsx';

const NewOrganization = ({ email }: { readonly email: string }) => {
  const queryClient = useQueryClient();
  const state = useApiForm({ name: '', email }, createOrganization);
  const { form } = state;
  return (
    <ApiFormView
      state={state}
      act={organizations.create}
      onDone={() => queryClient.invalidateQueries({ queryKey: ['organizations'] })}
    >
      <TextInput
        label={organizations.name}
        description={organizations.nameHint}
        required
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={organizations.email}
        description={organizations.emailHint}
        type="email"
        required
        autoComplete="email"
        {...form.getInputProps('email')}
      />
    </ApiFormView>
  );
};

/** The first organization; its form has the account's own address. */
export function OrganizationStep({ organization }: { readonly organization: string | undefined }) {
  const { data } = useQuery(accountQuery);
  if (organization !== undefined)
    return (
      <Step title={t.organization} body={t.organizationDone(organization)} isDone>
        <PageLink to="/app/organizations/$organization" params={{ organization }}>
          {organization}
        </PageLink>
      </Step>
    );
  return (
    <Step title={t.organization} body={t.organizationBody} isDone={false}>
      {data === undefined ? <LoadingRows /> : <NewOrganization email={data.data.attributes.email} />}
    </Step>
  );
}
