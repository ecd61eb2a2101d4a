import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { claimsAddress } from '../../../api/addresses.ts';
import { trailQuery } from '../../../api/audit-trail.ts';
import { organizationsOfUserQuery, type User, userQuery } from '../../../api/users.ts';
import { eventName } from '../../../components/audit/names.ts';
import { Dimmed } from '../../../components/dimmed.tsx';
import { Fact, Facts } from '../../../components/fact.tsx';
import { PageLink } from '../../../components/links.tsx';
import { LoadTogether } from '../../../components/load-together.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { Time } from '../../../components/time.tsx';
import { counted } from '../../../texts/counted.ts';
import { Identities } from './identities.tsx';
import { UserMenu } from './menu.tsx';
import { Section } from './section.tsx';
import { UserStatus } from './status.tsx';
import { Tokens } from './tokens.tsx';

const route = getRouteApi('/app/site/users/$user');

const twoFactorOf = ({ attributes }: User): string => {
  const { enabled, verified } = attributes['two-factor'];
  if (!enabled) return 'Off';
  return verified ? 'On' : 'Set up, not yet verified';
};

const Account = ({ user }: { readonly user: User }) => {
  const { email, 'unconfirmed-email': unconfirmed, 'invited-by': invitedBy } = user.attributes;
  return (
    <Section id="account" title="Account">
      <UserStatus user={user} />
      <Facts>
        <Fact name="E-mail">{claimsAddress(user) ? `${email} (not confirmed)` : email}</Fact>
        {unconfirmed !== null && <Fact name="Requested e-mail address, not confirmed yet">{unconfirmed}</Fact>}
        {invitedBy !== null && <Fact name="First invited by">{invitedBy}</Fact>}
        <Fact name="Two-factor">{twoFactorOf(user)}</Fact>
        <Fact name="Identifier">{user.id}</Fact>
      </Facts>
      <Dimmed>To end all sessions and block all API tokens of the user, suspend the user.</Dimmed>
    </Section>
  );
};

const Organizations = ({ user }: { readonly user: User }) => {
  const { data, error, refetch } = useQuery(organizationsOfUserQuery(user.id, {}));
  const more = (data?.meta.pagination?.['total-count'] ?? 0) - (data?.data.length ?? 0);
  return (
    <Section id="organizations" title="Organizations">
      <QueryState data={data} error={error} refetch={refetch} />
      {data?.data.length === 0 && <Text c="dimmed">The user is not a member of an organization.</Text>}
      {data !== undefined && data.data.length > 0 && (
        <Group gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {data.data.map(({ id }) => (
            <li key={id} style={{ overflowWrap: 'anywhere' }}>
              {id}
            </li>
          ))}
        </Group>
      )}
      {more > 0 && <Text c="dimmed">{`and ${counted(more, 'more organization')}`}</Text>}
    </Section>
  );
};

const Activity = ({ user }: { readonly user: User }) => {
  const { data, error, refetch } = useQuery(trailQuery('site', { size: 20, filter: { actor: user.id } }));
  return (
    <Section id="activity" title="Recent actions of the user">
      <QueryState data={data} error={error} refetch={refetch} />
      {data?.data.length === 0 && <Text c="dimmed">There are no actions yet.</Text>}
      {data !== undefined && data.data.length > 0 && (
        <Stack gap={6} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {data.data.map((event) => (
            <Group component="li" key={event.id} justify="space-between" gap="xs">
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {eventName(event)}
              </Text>
              <Text size="sm" c="dimmed" component="div">
                <Time iso={event.attributes.at} />
              </Text>
            </Group>
          ))}
        </Stack>
      )}
      {data !== undefined && data.data.length > 0 && (
        <PageLink to="/app/site/audit" search={{ filter: { actor: user.id } }}>
          All records of the user
        </PageLink>
      )}
    </Section>
  );
};

/** Page about an account, for site administrators. */
export function SiteUser() {
  const { user: id } = route.useParams();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(userQuery(id));
  const user = data?.data;
  return (
    <Page
      title={user?.attributes.username ?? '…'}
      trail={<PageLink to="/app/site/users">Users</PageLink>}
      actions={
        user !== undefined && <UserMenu user={user} isLabelled onDeleted={() => navigate({ to: '/app/site/users' })} />
      }
    >
      <QueryState data={data} error={error} refetch={refetch} />
      {user !== undefined && (
        <LoadTogether>
          <Account user={user} />
          <Identities user={user} />
          <Tokens user={user} />
          <Organizations user={user} />
          <Activity user={user} />
        </LoadTogether>
      )}
    </Page>
  );
}
