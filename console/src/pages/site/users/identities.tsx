// The names by which the identity provider knows an account: shown where there are any, confirmed, unlinked.
import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { isImpersonating } from '../../../api/account.ts';
import { boot } from '../../../api/boot.ts';
import { refresh } from '../../../api/refresh.ts';
import { confirmIdentity, type Identity, identitiesQuery, type User, unlinkIdentity } from '../../../api/users.ts';
import { confirmAct } from '../../../components/confirm.tsx';
import { Fact, Facts } from '../../../components/fact.tsx';
import { Failure } from '../../../components/failure.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { Time } from '../../../components/time.tsx';
import { not } from '../../../texts/refusals.ts';
import { t } from '../../../texts/users.ts';
import { Section } from './section.tsx';

interface Shown {
  readonly user: User;
  readonly identity: Identity;
}

const nameOf = ({ attributes }: Identity): string => attributes['name-id'];

const confirm = (queryClient: QueryClient, { user, identity }: Shown): void =>
  confirmAct({
    title: t.confirmIdentityTitle(nameOf(identity)),
    body: t.confirmIdentityBody(user.attributes.username),
    act: t.confirmIdentity,
    refused: not.confirmed,
    isDangerous: false,
    onConfirm: async () => {
      await confirmIdentity(user.id, identity.id);
      await refresh(queryClient, 'user');
      notifyDone(t.confirmIdentityDone(nameOf(identity)));
    },
  });

const unlink = (queryClient: QueryClient, { user, identity }: Shown): void =>
  confirmAct({
    title: t.unlinkIdentityTitle(nameOf(identity)),
    body: t.unlinkIdentityBody,
    act: t.unlinkIdentity,
    refused: not.unlinked,
    onConfirm: async () => {
      await unlinkIdentity(user.id, identity.id);
      await refresh(queryClient, 'user');
      notifyDone(t.unlinkIdentityDone(nameOf(identity)));
    },
  });

const Waiting = ({ user }: { readonly user: User }) => (
  <Alert color="yellow" variant="light" title={t.identityToConfirm}>
    <Text size="sm">{user.attributes['is-suspended'] ? t.identityOfSuspended : t.identityToConfirmHint}</Text>
  </Alert>
);

const Status = ({ identity: { attributes } }: { readonly identity: Identity }) =>
  (attributes['grants-admin'] || attributes['awaits-groups']) && (
    <Group gap="xs">
      {attributes['grants-admin'] && (
        <Badge variant="light" tt="none">
          {t.identityGrantsAdmin}
        </Badge>
      )}
      {attributes['awaits-groups'] && (
        <Badge variant="light" color="yellow" tt="none">
          {t.identityAwaitsGroups}
        </Badge>
      )}
    </Group>
  );

const IdentityView = ({ user, identity }: Shown) => {
  const queryClient = useQueryClient();
  const { attributes } = identity;
  const isWaiting = attributes['to-confirm-since'] !== null;
  const isOther = user.id !== boot.userId;
  return (
    <Stack gap="sm" component="li">
      {isWaiting && <Waiting user={user} />}
      <Facts>
        <Fact name={t.identityName}>{nameOf(identity)}</Fact>
        <Fact name={t.identityProvider}>{attributes['provider-name'] ?? attributes.provider}</Fact>
        <Fact name={t.identitySince}>
          <Time iso={attributes['created-at']} />
        </Fact>
        {attributes['confirmed-at'] !== null && (
          <Fact name={t.identityConfirmed}>
            <Time iso={attributes['confirmed-at']} />
          </Fact>
        )}
      </Facts>
      <Status identity={identity} />
      {!isImpersonating && (
        <Group gap="xs">
          {isWaiting && !user.attributes['is-suspended'] && (
            <Button size="xs" onClick={() => confirm(queryClient, { user, identity })}>
              {t.confirmIdentity}
            </Button>
          )}
          {isOther && (
            <Button size="xs" variant="default" onClick={() => unlink(queryClient, { user, identity })}>
              {t.unlinkIdentity}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
};

/** The identities of an account. Accounts that the identity provider does not know have none to show. */
export function Identities({ user }: { readonly user: User }) {
  const { data, error, refetch } = useQuery(identitiesQuery(user.id));
  if (error === null && (data === undefined || data.data.length === 0)) return null;
  return (
    <Section id="identities" title={t.identities}>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      <Stack component="ul" p={0} m={0} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
        {data?.data.map((identity) => (
          <IdentityView key={identity.id} user={user} identity={identity} />
        ))}
      </Stack>
    </Section>
  );
}
