import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountQuery, isImpersonating } from '../../api/account.ts';
import { claimsAddress } from '../../api/addresses.ts';
import { boot } from '../../api/boot.ts';
import type { Resource } from '../../api/client.ts';
import { updateAccount, updatePassword } from '../../api/profile.ts';
import { refresh } from '../../api/refresh.ts';
import { postTo } from '../../app/post.ts';
import { ApiFormView, field, useApiForm } from '../../components/api-form.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { t } from '../../texts/me.ts';
import { not } from '../../texts/refusals.ts';
import { OwnIdentities } from './identities.tsx';
import { noProof, OwnerProofFields, proofFrom } from './owner-proof.tsx';
import { AccountSections } from './sections.tsx';

interface ProfileProps {
  readonly user: Resource<'users'>;
  /** False for an account that signs in through an identity provider alone: it has no password, and keeps its address. */
  readonly hasPassword: boolean;
}

/** Asks for the link that proves the address of the account. */
const ClaimedAddress = ({ email }: { readonly email: string }) => {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => updateAccount({ email }),
    onSuccess: async ({ data }) => {
      const isSent = data.attributes['unconfirmed-email'] !== null;
      notifyDone(isSent ? t.confirmationSent(email) : t.confirmationByAdministrator);
      await refresh(queryClient, 'account');
    },
    onError: (error) => notifyFailure(not.changed, error),
  });
  return (
    <Alert color="yellow">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t.claimed}</Text>
        <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
          {t.confirmAddress}
        </Button>
      </Stack>
    </Alert>
  );
};

const ProfileForm = ({ user, hasPassword }: ProfileProps) => {
  const queryClient = useQueryClient();
  const { username, email, 'unconfirmed-email': wanted } = user.attributes;
  const state = useApiForm({ username, email, ...noProof }, (values) =>
    updateAccount({
      ...(values.username !== username && { username: values.username }),
      ...(values.email !== email && { email: values.email }),
      ...proofFrom(values),
    }),
  );
  const { form } = state;
  const done = async () => {
    notifyDone(t.profileSaved);
    await refresh(queryClient, 'account');
  };
  return (
    <ApiFormView state={state} act={t.saveProfile} onDone={done}>
      {wanted !== null && <Alert color="yellow">{t.unconfirmed(wanted)}</Alert>}
      <TextInput
        {...field(form, 'username', t.username)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextInput
        {...field(form, 'email', t.email, hasPassword ? t.emailHint : t.emailOfProvider)}
        readOnly={!hasPassword}
        type="email"
        autoComplete="email"
        required
      />
      {form.values.email !== email && <OwnerProofFields form={form} />}
    </ApiFormView>
  );
};

const noPassword = { 'current-password': '', password: '', 'password-confirmation': '' };

const PasswordForm = () => {
  const state = useApiForm(noPassword, (values) => updatePassword(values));
  const { form } = state;
  const done = () => {
    form.reset();
    notifyDone(t.passwordChanged);
  };
  return (
    <ApiFormView state={state} act={t.changePassword} refused={not.changed} onDone={done}>
      <PasswordField {...field(form, 'current-password', t.currentPassword)} autoComplete="current-password" required />
      <PasswordField
        {...field(form, 'password', t.newPassword, t.newPasswordHint)}
        autoComplete="new-password"
        required
      />
      <PasswordField {...field(form, 'password-confirmation', t.repeatPassword)} autoComplete="new-password" required />
    </ApiFormView>
  );
};

const linkable = boot.providers.filter(({ isOn }) => isOn);

const SingleSignOn = ({ isAdministrator }: { readonly isAdministrator: boolean }) => (
  <Stack component="section" aria-labelledby="single-sign-on" align="flex-start">
    <Title order={2} size="h4" id="single-sign-on">
      {t.singleSignOn}
    </Title>
    {linkable.length > 0 && <Text>{t.singleSignOnBody}</Text>}
    {linkable.map(({ name, linkPath }) => (
      <Button key={linkPath} variant="default" maw="100%" onClick={() => postTo(linkPath)}>
        {t.link(name)}
      </Button>
    ))}
    {isAdministrator && (
      <>
        <Text>{t.checkSingleSignOnBody}</Text>
        {boot.providers.map(({ name, checkPath }) => (
          <Button key={checkPath} variant="default" maw="100%" onClick={() => postTo(checkPath)}>
            {t.check(name)}
          </Button>
        ))}
      </>
    )}
  </Stack>
);

/** Page of one's own account: name, address, password, single sign-on. */
export function Profile() {
  const { data, error, refetch } = useQuery(accountQuery);
  const user = data?.data;
  const isAdministrator = user?.attributes['is-admin'] === true;
  const hasPassword = user?.attributes.permissions?.['can-change-email'] !== false;
  const hasSingleSignOn = linkable.length > 0 || (boot.providers.length > 0 && isAdministrator);
  return (
    <Page title={t.profile}>
      <AccountSections />
      <QueryState data={user} error={error} refetch={refetch} />
      {isImpersonating && <Alert color="yellow">{t.notWhileActing}</Alert>}
      {user !== undefined && !isImpersonating && (
        <>
          {claimsAddress(user) && user.attributes['unconfirmed-email'] === null && (
            <ClaimedAddress email={user.attributes.email} />
          )}
          <ProfileForm
            key={`${user.attributes.username} ${user.attributes.email}`}
            user={user}
            hasPassword={hasPassword}
          />
          <Title order={2} size="h4">
            {t.password}
          </Title>
          {hasPassword ? <PasswordForm /> : <Text>{t.noPassword}</Text>}
          <OwnIdentities />
          {hasSingleSignOn && <SingleSignOn isAdministrator={isAdministrator} />}
        </>
      )}
    </Page>
  );
}
