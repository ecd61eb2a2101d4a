import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { accountQuery, isImpersonating } from '../../api/account.ts';
import { claimsAddress } from '../../api/addresses.ts';
import { boot } from '../../api/boot.ts';
import type { Resource } from '../../api/client.ts';
import { updateAccount, updatePassword } from '../../api/profile.ts';
import { refresh } from '../../api/refresh.ts';
import { postTo } from '../../app/post.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { OwnIdentities } from './identities.tsx';
import { noProof, OwnerProofFields, proofFrom } from './owner-proof.tsx';
import { AccountSections } from './sections.tsx';
import { Times } from './times.tsx';

interface ProfileProps {
  readonly user: Resource<'users'>;
  /**
   * Whether the account has a password. An account that signs in only through an identity provider has none and cannot
   * change its e-mail address.
   */
  readonly hasPassword: boolean;
}

/** Note about an unconfirmed e-mail address, with a button that requests a confirmation link. */
const ClaimedAddress = ({ email }: { readonly email: string }) => {
  const { mutate, isPending } = useMutation({
    mutationFn: () => updateAccount({ email }),
    onSuccess: async ({ data }) => {
      const isSent = data.attributes['unconfirmed-email'] !== null;
      notifyDone(
        isSent
          ? `A link was sent to ${email}.`
          : 'This site does not send mail. Ask a site administrator to confirm the address.',
      );
      await refresh('account');
    },
    onError: (error) => notifyFailure('Not changed', error),
  });
  return (
    <Alert color="yellow">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          This address is not confirmed. Until it is confirmed, invitations to this address wait, and no password reset
          links are sent to it.
        </Text>
        <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
          Send a confirmation link
        </Button>
      </Stack>
    </Alert>
  );
};

const ProfileForm = ({ user, hasPassword }: ProfileProps) => {
  const { username, email, 'unconfirmed-email': wanted } = user.attributes;
  const state = useApiForm({ username, email, ...noProof }, async (values) => {
    await updateAccount({
      ...(values.username !== username && { username: values.username }),
      ...(values.email !== email && { email: values.email }),
      ...proofFrom(values),
    });
    notifyDone('The profile was saved.');
    await refresh('account');
  });
  const { form } = state;
  return (
    <ApiFormView state={state} act="Save the profile">
      {wanted !== null && (
        <Alert color="yellow">{`${wanted} is not confirmed yet. Follow the link in the mail that was sent to this address. If this site does not send mail, save the address again and confirm that the account is yours.`}</Alert>
      )}
      <TextInput
        {...form.field('username', 'Username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextInput
        {...form.field('email', 'E-mail address')}
        description={
          hasPassword
            ? 'If this site sends mail, a new address takes effect after you follow the link in the mail that is sent to this address.'
            : 'Your identity provider manages this address, so you cannot change it here.'
        }
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
    notifyDone('The password was changed. All other sessions have ended.');
  };
  return (
    <ApiFormView state={state} act="Change the password" refused="Not changed" onDone={done}>
      <PasswordField {...form.field('current-password', 'Current password')} autoComplete="current-password" required />
      <PasswordField
        {...form.field('password', 'New password')}
        description="12 to 128 characters."
        autoComplete="new-password"
        required
      />
      <PasswordField
        {...form.field('password-confirmation', 'Confirmation of the new password')}
        autoComplete="new-password"
        required
      />
    </ApiFormView>
  );
};

const linkable = boot.providers.filter(({ isOn }) => isOn);

const SingleSignOn = ({ isAdministrator }: { readonly isAdministrator: boolean }) => (
  <Stack component="section" aria-labelledby="single-sign-on" align="flex-start">
    <Title order={2} size="h4" id="single-sign-on">
      Single sign-on
    </Title>
    {linkable.length > 0 && (
      <Text>Link your account to the identity provider, so that you can sign in with single sign-on.</Text>
    )}
    {linkable.map(({ name, linkPath }) => (
      <Button key={linkPath} variant="default" maw="100%" onClick={() => postTo(linkPath)}>
        {`Link ${name ?? 'single sign-on'}`}
      </Button>
    ))}
    {isAdministrator && (
      <>
        <Text>
          Test the sign-in at the identity provider. The test shows what a sign-in would do and changes nothing.
        </Text>
        {boot.providers.map(({ name, checkPath }) => (
          <Button key={checkPath} variant="default" maw="100%" onClick={() => postTo(checkPath)}>
            {`Test ${name ?? 'single sign-on'}`}
          </Button>
        ))}
      </>
    )}
  </Stack>
);

/** Page for the user's own account, with name, e-mail address, password and single sign-on. */
export function Profile() {
  const { data, error, refetch } = useQuery(accountQuery);
  const user = data?.data;
  const isAdministrator = user?.attributes['is-admin'] === true;
  const hasPassword = user?.attributes.permissions?.['can-change-email'] !== false;
  const hasSingleSignOn = linkable.length > 0 || (boot.providers.length > 0 && isAdministrator);
  return (
    <Page title="Profile">
      <AccountSections />
      <QueryState data={user} error={error} refetch={refetch} />
      {isImpersonating && (
        <Alert color="yellow">
          Only the user can change these settings, so you cannot change them while you impersonate the user.
        </Alert>
      )}
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
            Password
          </Title>
          {hasPassword ? (
            <PasswordForm />
          ) : (
            <Text>Your account has no password, because you sign in with your identity provider.</Text>
          )}
          <OwnIdentities />
          {hasSingleSignOn && <SingleSignOn isAdministrator={isAdministrator} />}
          <Times />
        </>
      )}
    </Page>
  );
}
