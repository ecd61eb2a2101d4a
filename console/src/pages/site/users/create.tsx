import { Alert, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refresh } from '../../../api/refresh.ts';
import { createUser } from '../../../api/users.ts';
import { ApiFormView, field, flag, useApiForm } from '../../../components/api-form.tsx';
import { ButtonLink, PageLink } from '../../../components/links.tsx';
import { Page } from '../../../components/page.tsx';
import { SecretOnce } from '../../../components/secret.tsx';
import { not } from '../../../texts/refusals.ts';
import { t } from '../../../texts/users.ts';

interface CreatedUser {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly isService: boolean;
  /** Address where the person sets a password, unless that was mailed. */
  readonly link: string | undefined;
}

const Created = ({ user, onAgain }: { readonly user: CreatedUser; readonly onAgain: () => void }) => (
  <Stack>
    {user.link === undefined ? (
      <Alert
        color="green"
        role="status"
        title={t.createdWithoutLink(user.username)}
        style={{ overflowWrap: 'anywhere' }}
      >
        {user.isService ? t.serviceBody : t.invitedBody(user.email)}
      </Alert>
    ) : (
      <SecretOnce title={t.createdTitle(user.username)} secret={user.link} />
    )}
    <Group>
      <ButtonLink to="/app/site/users/$user" params={{ user: user.id }}>
        {t.openUser}
      </ButtonLink>
      <Button variant="default" onClick={onAgain}>
        {t.createAnother}
      </Button>
    </Group>
  </Stack>
);

const NewUserForm = ({ onCreated }: { readonly onCreated: (user: CreatedUser) => unknown }) => {
  const navigate = useNavigate();
  const initial = { username: '', email: '', 'is-admin': false, 'is-service-account': false };
  const state = useApiForm(initial, async (values) => {
    const { data, meta } = await createUser(values);
    await onCreated({
      id: data.id,
      username: data.attributes.username,
      email: values.email,
      isService: values['is-service-account'],
      link: meta?.['set-password-url'],
    });
  });
  const { form } = state;
  return (
    <ApiFormView
      state={state}
      act={t.create}
      refused={not.created}
      onCancel={() => navigate({ to: '/app/site/users' })}
    >
      <TextInput {...field(form, 'username', t.username, t.usernameHint)} required />
      <TextInput {...field(form, 'email', t.email)} type="email" required />
      <Checkbox {...flag(form, 'is-admin', t.isAdmin, t.isAdminHint)} />
      <Checkbox {...flag(form, 'is-service-account', t.isService, t.isServiceHint)} />
    </ApiFormView>
  );
};

export function NewUser() {
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<CreatedUser>();
  const show = (user: CreatedUser) => {
    setCreated(user);
    return refresh(queryClient, 'user');
  };
  return (
    <Page title={t.create} intro={t.createIntro} trail={<PageLink to="/app/site/users">{t.title}</PageLink>}>
      {created === undefined ? (
        <NewUserForm onCreated={show} />
      ) : (
        <Created user={created} onAgain={() => setCreated(undefined)} />
      )}
    </Page>
  );
}
