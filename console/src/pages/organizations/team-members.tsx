import { Button, Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '../../api/client.ts';
import type { ListSearch } from '../../api/list.ts';
import { teamUserList } from '../../api/list-specs.ts';
import { membersQuery } from '../../api/members.ts';
import { refresh } from '../../api/refresh.ts';
import { type Team, teamPeople, teamUsersQuery } from '../../api/teams.ts';
import type { Column } from '../../components/data-table.tsx';
import { ListView } from '../../components/list-view.tsx';
import { notifyDone, notifyFailure, notifyWithUndo } from '../../components/notify.tsx';
import { Section } from '../../components/section.tsx';
import { useCandidates } from '../../components/use-candidates.ts';
import { wrapped } from '../../components/wrapped.tsx';
import { not } from '../../texts/refusals.ts';
import { t } from '../../texts/teams.ts';

type User = Resource<'users'>;

const columns = (): readonly Column<User>[] => [
  { id: 'username', header: t.username, isName: true, cell: ({ attributes }) => attributes.username },
  {
    id: 'email',
    header: t.email,
    cell: ({ attributes }) => wrapped(attributes.email),
  },
];

interface TeamMembersProps {
  readonly organization: string;
  readonly team: Team;
}

const useRefresh = () => {
  const queryClient = useQueryClient();
  return () => Promise.all([refresh(queryClient, 'team'), refresh(queryClient, 'members')]);
};

/** Finds members of the organization as one types, and adds the chosen one. */
const AddMember = ({ organization, team }: TeamMembersProps) => {
  const refresh = useRefresh();
  const { data, search } = useCandidates((q) => membersQuery(organization, q === '' ? {} : { q }), t.nobodyMatches);
  const people = (data?.data ?? []).filter(({ teams }) => !teams.some(({ id }) => id === team.id));
  const add = async (userId: string | null) => {
    const person = people.find((each) => each.userId === userId);
    if (userId === null || person === undefined) return;
    try {
      await teamPeople.add(team.id, [userId]);
      notifyDone(t.added(person.username));
    } catch (error) {
      notifyFailure(not.added, error);
    }
    search.onSearchChange('');
    await refresh();
  };
  return (
    <Select
      maw={400}
      label={t.addMember}
      description={t.addMemberHint}
      {...search}
      value={null}
      onChange={(userId) => void add(userId)}
      // The service searches addresses too, which no label shows.
      filter={({ options }) => options}
      data={people.flatMap(({ userId, username }) =>
        userId === undefined ? [] : [{ value: userId, label: username }],
      )}
    />
  );
};

export function TeamMembers({ organization, team }: TeamMembersProps) {
  const [search, setSearch] = useState<ListSearch>({});
  const query = useQuery(teamUsersQuery(team.id, search));
  const refresh = useRefresh();
  const mayChoose = team.attributes.permissions['can-update-membership'];
  const remove = async ({ id, attributes: { username } }: User) => {
    try {
      await teamPeople.remove(team.id, [id]);
      notifyWithUndo(t.removedMember(username), async () => {
        await teamPeople.add(team.id, [id]);
        await refresh();
      });
    } catch (error) {
      notifyFailure(not.removed, error);
    }
    await refresh();
  };
  return (
    <Section title={t.members}>
      {mayChoose && <AddMember organization={organization} team={team} />}
      <ListView
        what={t.members}
        spec={teamUserList}
        search={search}
        onSearch={setSearch}
        query={query}
        columns={columns()}
        nameOf={({ attributes }) => attributes.username}
        empty={t.noMembers}
        {...(mayChoose && {
          actions: (user: User) => (
            <Button
              size="xs"
              variant="default"
              onClick={() => void remove(user)}
              aria-label={`${t.removeMember}: ${user.attributes.username}`}
            >
              {t.removeMember}
            </Button>
          ),
        })}
      />
    </Section>
  );
}
