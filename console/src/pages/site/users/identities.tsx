// Accounts at identity providers that are linked to a user's account, with buttons that confirm and unlink them.
import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isImpersonating } from '../../../api/account.ts';
import { boot } from '../../../api/boot.ts';
import { refresh } from '../../../api/refresh.ts';
import { confirmIdentity, type Identity, identitiesQuery, type User, unlinkIdentity } from '../../../api/users.ts';
import { confirmAct } from '../../../components/confirm.tsx';
import { Fact, Facts } from '../../../components/fact.tsx';
import { Failure } from '../../../components/failure.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { Time } from '../../../components/time.tsx';
import { Section } from './section.tsx';

interface Shown {
  readonly user: User;
  readonly identity: Identity;
}

const nameOf = ({ attributes }: Identity): string => attributes['name-id'];

const confirm = ({ user, identity }: Shown): void =>
  confirmAct({
    title: `Does this account belong to ${nameOf(identity)}?`,
    body: `Signing in with this name at the identity provider then gives access to the account ${user.attributes.username} with all of its organizations and teams.`,
    act: 'Confirm',
    refused: 'Not confirmed',
    isDangerous: false,
    onConfirm: async () => {
      await confirmIdentity(user.id, identity.id);
      await refresh('user');
      notifyDone(`${nameOf(identity)} was confirmed.`);
    },
  });

const unlink = ({ user, identity }: Shown): void =>
  confirmAct({
    title: `Unlink ${nameOf(identity)}?`,
    body: 'This identity can no longer sign in to the account. Sessions and API tokens of the user end immediately, and the user loses the teams and the role that the identity provider granted.',
    act: 'Unlink',
    refused: 'Not unlinked',
    onConfirm: async () => {
      await unlinkIdentity(user.id, identity.id);
      await refresh('user');
      notifyDone(`${nameOf(identity)} was unlinked.`);
    },
  });

const Waiting = ({ user }: { readonly user: User }) => (
  <Alert color="yellow" variant="light" title="A sign-in needs your confirmation">
    <Text size="sm">
      {user.attributes['is-suspended']
        ? 'Somebody tried to sign in to this suspended account. Reactivate the user before you confirm the identity.'
        : 'The account was suspended or unused for a long time, and its e-mail address may now belong to another person. Check who is signing in before you confirm.'}
    </Text>
  </Alert>
);

const Status = ({ identity: { attributes } }: { readonly identity: Identity }) =>
  (attributes['grants-admin'] || attributes['awaits-groups']) && (
    <Group gap="xs">
      {attributes['grants-admin'] && (
        <Badge variant="light" tt="none">
          Administrator role from the provider
        </Badge>
      )}
      {attributes['awaits-groups'] && (
        <Badge variant="light" color="yellow" tt="none">
          Suspended until the provider sends groups
        </Badge>
      )}
    </Group>
  );

const IdentityView = ({ user, identity }: Shown) => {
  const { attributes } = identity;
  const isWaiting = attributes['to-confirm-since'] !== null;
  const isOther = user.id !== boot.userId;
  return (
    <Stack gap="sm" component="li">
      {isWaiting && <Waiting user={user} />}
      <Facts>
        <Fact name="Name at the identity provider">{nameOf(identity)}</Fact>
        <Fact name="Identity provider">{attributes['provider-name'] ?? attributes.provider}</Fact>
        <Fact name="Since">
          <Time iso={attributes['created-at']} />
        </Fact>
        {attributes['confirmed-at'] !== null && (
          <Fact name="Confirmed">
            <Time iso={attributes['confirmed-at']} />
          </Fact>
        )}
      </Facts>
      <Status identity={identity} />
      {!isImpersonating && (
        <Group gap="xs">
          {isWaiting && !user.attributes['is-suspended'] && (
            <Button size="xs" onClick={() => confirm({ user, identity })}>
              Confirm
            </Button>
          )}
          {isOther && (
            <Button size="xs" variant="default" onClick={() => unlink({ user, identity })}>
              Unlink
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
};

/** Section with the linked identities of an account. It is omitted if the account has none. */
export function Identities({ user }: { readonly user: User }) {
  const { data, error, refetch } = useQuery(identitiesQuery(user.id));
  if (error === null && (data === undefined || data.data.length === 0)) return null;
  return (
    <Section id="identities" title="Single sign-on">
      {error !== null && <Failure error={error} onRetry={refetch} />}
      <Stack component="ul" p={0} m={0} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
        {data?.data.map((identity) => (
          <IdentityView key={identity.id} user={user} identity={identity} />
        ))}
      </Stack>
    </Section>
  );
}
