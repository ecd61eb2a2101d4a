import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createOrganization } from '../../api/organizations.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { PageLink } from '../../components/links.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { t } from '../../texts/organizations.ts';

export function NewOrganization() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const state = useApiForm({ name: '', email: '' }, createOrganization);
  const { form } = state;
  const open = async () => {
    const { name } = form.getValues();
    notifyDone(t.createdOne(name));
    await queryClient.invalidateQueries({ queryKey: ['organizations'] });
    await navigate({ to: '/app/organizations/$organization', params: { organization: name } });
  };
  return (
    <Page title={t.create} intro={t.createIntro} trail={<PageLink to="/app/organizations">{t.title}</PageLink>}>
      <ApiFormView state={state} act={t.create} onDone={open} onCancel={() => navigate({ to: '/app/organizations' })}>
        <TextInput
          label={t.name}
          description={t.nameHint}
          required
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t.email}
          description={t.emailHint}
          type="email"
          required
          autoComplete="email"
          {...form.getInputProps('email')}
        />
      </ApiFormView>
    </Page>
  );
}
