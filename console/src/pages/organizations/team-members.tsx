import { Button, Select } from '@mantine/core';
import type { Resource } from '../../api/client.ts';
import { teamUserList } from '../../api/list-specs.ts';
import { membersQuery } from '../../api/members.ts';
import { refresh } from '../../api/refresh.ts';
import { type Team, teamPeople, teamUsersQuery } from '../../api/teams.ts';
import type { Column } from '../../components/data-table.tsx';
import { ListView } from '../../components/list-view.tsx';
import { notifyDone, notifyFailure, notifyWithUndo } from '../../components/notify.tsx';
import { Section } from '../../components/section.tsx';
import { useCandidates } from '../../components/use-candidates.ts';
import { useLocalList } from '../../components/use-list.ts';
import { wrapped } from '../../components/wrapped.tsx';

type User = Resource<'users'>;

const columns: readonly Column<User>[] = [
  { id: 'username', header: 'Username', cell: ({ attributes }) => attributes.username },
  {
    id: 'email',
    header: 'E-mail',
    cell: ({ attributes }) => wrapped(attributes.email),
  },
];

interface TeamMembersProps {
  readonly organization: string;
  readonly team: Team;
}

const renew = () => Promise.all([refresh('team'), refresh('members')]);

/** Search field that adds the selected organization member to the team. */
const AddMember = ({ organization, team }: TeamMembersProps) => {
  const { data, search } = useCandidates(
    (q) => membersQuery(organization, q === '' ? {} : { q }),
    'No member of the organization matches.',
  );
  const people = (data?.data ?? []).filter(({ teams }) => !teams.some(({ id }) => id === team.id));
  const add = async (userId: string | null) => {
    const person = people.find((each) => each.userId === userId);
    if (userId === null || person === undefined) return;
    try {
      await teamPeople.add(team.id, [userId]);
      notifyDone(`${person.username} was added to the team.`);
    } catch (error) {
      notifyFailure('Not added', error);
    }
    search.onSearchChange('');
    await renew();
  };
  return (
    <Select
      maw={400}
      label="Add a member"
      description="Search the members of the organization by name or e-mail address."
      {...search}
      value={null}
      onChange={(userId) => void add(userId)}
      // This filter keeps all options. The service also searches e-mail addresses, so an option can match although its
      // label does not contain the text.
      filter={({ options }) => options}
      data={people.flatMap(({ userId, username }) =>
        userId === undefined ? [] : [{ value: userId, label: username }],
      )}
    />
  );
};

export function TeamMembers({ organization, team }: TeamMembersProps) {
  const list = useLocalList((search) => teamUsersQuery(team.id, search));
  const mayChoose = team.attributes.permissions['can-update-membership'];
  const remove = async ({ id, attributes: { username } }: User) => {
    try {
      await teamPeople.remove(team.id, [id]);
      notifyWithUndo(`${username} is no longer in the team.`, async () => {
        await teamPeople.add(team.id, [id]);
        await renew();
      });
    } catch (error) {
      notifyFailure('Not removed', error);
    }
    await renew();
  };
  return (
    <Section title="Members">
      {mayChoose && <AddMember organization={organization} team={team} />}
      <ListView
        what="Members"
        spec={teamUserList}
        {...list}
        columns={columns}
        nameOf={({ attributes }) => attributes.username}
        empty="This team has no members."
        {...(mayChoose && {
          actions: (user: User) => (
            <Button
              size="xs"
              variant="default"
              onClick={() => void remove(user)}
              aria-label={`Remove: ${user.attributes.username}`}
            >
              Remove
            </Button>
          ),
        })}
      />
    </Section>
  );
}
