// Page that lists the members and invitations of an organization.
import { Alert, Badge, Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { boot } from '../../api/boot.ts';
import { memberList } from '../../api/list-specs.ts';
import { inviteMember, type Member, membersQuery } from '../../api/members.ts';
import { organizationQuery } from '../../api/organizations.ts';
import { references } from '../../api/query.ts';
import { refresh } from '../../api/refresh.ts';
import { teamsQuery } from '../../api/teams.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import type { Column } from '../../components/data-table.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PageLink } from '../../components/links.tsx';
import { choice, ListView } from '../../components/list-view.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { CopyText } from '../../components/secret.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { useNewRecord } from '../../components/use-new-record.ts';
import { wrapped } from '../../components/wrapped.tsx';
import { useRemoval } from './member-removal.ts';
import { PeopleSections } from './sections.tsx';
import { OrganizationLink } from './trail.tsx';

const route = getRouteApi('/app/organizations/$organization/members');

const shownTeams = 3;

const TeamsOf = ({ organization, member }: { readonly organization: string; readonly member: Member }) => {
  const { teams } = member;
  if (teams.length === 0)
    return (
      <Text span inherit c="dimmed">
        No team that you can see
      </Text>
    );
  return (
    <Group gap="xs" component="span">
      {teams.slice(0, shownTeams).map(({ id, attributes }) => (
        <PageLink
          key={id}
          to="/app/organizations/$organization/teams/$team"
          params={{ organization, team: id }}
          style={{ overflowWrap: 'anywhere' }}
        >
          {attributes.name}
        </PageLink>
      ))}
      {teams.length > shownTeams && `and ${(teams.length - shownTeams).toLocaleString('en')} more`}
    </Group>
  );
};

const columns = (organization: string): readonly Column<Member>[] => [
  {
    id: 'person',
    header: 'Person',
    cell: ({ username, userId }) => (
      <Group gap="xs" component="span">
        {wrapped(username)}
        {userId === boot.userId && (
          <Badge variant="light" tt="none">
            You
          </Badge>
        )}
      </Group>
    ),
  },
  {
    id: 'email',
    header: 'E-mail',
    cell: ({ email }) => wrapped(email),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => (
      <Badge variant="dot" tt="none" miw="max-content" color={status === 'active' ? 'green' : 'yellow'}>
        {status === 'active' ? 'Active' : 'Invited'}
      </Badge>
    ),
  },
  { id: 'teams', header: 'Teams', cell: (member) => <TeamsOf organization={organization} member={member} /> },
  { id: 'since', header: 'Since', cell: ({ since }) => <Time iso={since} /> },
];

/** Link to set a password for an invited user. If the service sends no mail, the owner has to pass the link on. */
interface PasswordLink {
  readonly email: string;
  readonly url: string;
}

interface InvitationProps {
  readonly organization: string;
  readonly onClose: () => void;
  readonly onLink: (link: PasswordLink) => void;
}

const Invitation = ({ organization, onClose, onLink }: InvitationProps) => {
  const teams = useQuery(teamsQuery(organization, { size: 100 }));
  const initial: { email: string; teams: string[] } = { email: '', teams: [] };
  const state = useApiForm(initial, async (values) => {
    const { data, meta } = await inviteMember(organization, {
      attributes: { email: values.email },
      relationships: { teams: references('teams', values.teams) },
    });
    if (meta !== undefined) onLink({ email: values.email, url: meta['set-password-url'] });
    const { status } = data.attributes;
    const done =
      status === 'active'
        ? (email: string) => `${email} has an account and is now a member.`
        : meta === undefined
          ? (email: string) =>
              `${email} was invited. The membership starts when the address is confirmed by the link in the mail, by the identity provider, or by a site administrator.`
          : (email: string) => `${email} was invited and becomes a member after setting a password.`;
    notifyDone(done(values.email));
    await refresh('members');
  });
  const options = (teams.data?.data ?? []).map(({ id, attributes }) => ({ value: id, label: attributes.name }));
  return (
    <ApiFormView state={state} act="Invite" refused="Not invited" onDone={onClose} onCancel={onClose}>
      <TextInput
        {...state.form.field('email', 'E-mail address')}
        description="A person who already has an account with this confirmed address becomes a member immediately. Otherwise the membership starts when the person sets a password or the address is confirmed."
        type="email"
        required
        data-autofocus
      />
      <MultiSelect
        {...state.form.field('teams', 'Teams')}
        description="Teams define what the person can do. Without a team, the person can only see the organization."
        data={options}
        searchable
        hidePickedOptions
      />
    </ApiFormView>
  );
};

const LinkToGive = ({ link: { email, url } }: { readonly link: PasswordLink }) => (
  <Alert color="green" title={`A link for ${email}`} role="status">
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        This site does not send mail. Give this link only to the invited person. Anyone who has the link can set the
        password of the new account and use its membership in this organization.
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere', userSelect: 'all' }}>
        {url}
      </Text>
      <CopyText text={url} />
    </Stack>
  </Alert>
);

const RemovalButton = ({ organization, member }: { readonly organization: string; readonly member: Member }) => {
  const { label, confirm } = useRemoval(organization, member);
  return (
    <Button size="xs" variant="default" onClick={confirm} aria-label={`${label}: ${member.username}`}>
      {label}
    </Button>
  );
};

export function Members() {
  const { organization } = route.useParams();
  const list = useList(route, (search) => membersQuery(organization, search));
  const mayManage = useQuery(organizationQuery(organization)).data?.data.attributes.permissions['can-manage-users'];
  const [isInviting, { open, close }] = useNewRecord();
  const [link, setLink] = useState<PasswordLink>();
  return (
    <Page
      title="Members"
      trail={<OrganizationLink organization={organization} />}
      actions={mayManage === true && <Button onClick={open}>Invite a person</Button>}
    >
      <PeopleSections organization={organization} />
      <FormDialog title="Invite a person" isOpen={isInviting} onClose={close}>
        <Invitation organization={organization} onClose={close} onLink={setLink} />
      </FormDialog>
      {link !== undefined && <LinkToGive link={link} />}
      <ListView
        what="members"
        spec={memberList}
        {...list}
        columns={columns(organization)}
        nameOf={({ username }) => username}
        filters={[choice('status', 'Status', { active: 'Active', invited: 'Invited' })]}
        empty="This organization has no members."
        actions={(member) =>
          (mayManage === true || member.userId === boot.userId) && (
            <RemovalButton organization={organization} member={member} />
          )
        }
      />
    </Page>
  );
}
