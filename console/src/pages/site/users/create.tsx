import { Alert, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refresh } from '../../../api/refresh.ts';
import { createUser } from '../../../api/users.ts';
import { ApiFormView, useApiForm } from '../../../components/api-form.tsx';
import { ButtonLink, PageLink } from '../../../components/links.tsx';
import { Page } from '../../../components/page.tsx';
import { SecretOnce } from '../../../components/secret.tsx';

interface CreatedUser {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly isService: boolean;
  /** Link to set a password. Undefined if the service sent the link by mail. */
  readonly link: string | undefined;
}

const Created = ({ user, onAgain }: { readonly user: CreatedUser; readonly onAgain: () => void }) => (
  <Stack>
    {user.link === undefined ? (
      <Alert color="green" role="status" title={`${user.username} was created.`} style={{ overflowWrap: 'anywhere' }}>
        {user.isService
          ? 'This service account can sign in only with API tokens.'
          : `An invitation with the link to set a password was mailed to ${user.email}.`}
      </Alert>
    ) : (
      <SecretOnce title={`${user.username} was created. The link to set a password:`} secret={user.link} />
    )}
    <Group>
      <ButtonLink to="/app/site/users/$user" params={{ user: user.id }}>
        Open the user
      </ButtonLink>
      <Button variant="default" onClick={onAgain}>
        Create another user
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
      act="Create a user"
      refused="Not created"
      onCancel={() => navigate({ to: '/app/site/users' })}
    >
      <TextInput
        {...form.field('username', 'Username')}
        description="Letters, numbers, hyphens, underscores and dots."
        required
      />
      <TextInput {...form.field('email', 'E-mail')} type="email" required />
      <Checkbox
        {...form.flag('is-admin', 'Site administrator')}
        description="A site administrator can manage the whole instance."
      />
      <Checkbox
        {...form.flag('is-service-account', 'Service account')}
        description="A service account is for a program and cannot be a site administrator."
      />
    </ApiFormView>
  );
};

export function NewUser() {
  const [created, setCreated] = useState<CreatedUser>();
  const show = (user: CreatedUser) => {
    setCreated(user);
    return refresh('user');
  };
  return (
    <Page
      title="Create a user"
      intro="The person sets a password with a link that is sent by mail. If this site does not send mail, the link is shown here, so that you can pass it on."
      trail={<PageLink to="/app/site/users">Users</PageLink>}
    >
      {created === undefined ? (
        <NewUserForm onCreated={show} />
      ) : (
        <Created user={created} onAgain={() => setCreated(undefined)} />
      )}
    </Page>
  );
}
