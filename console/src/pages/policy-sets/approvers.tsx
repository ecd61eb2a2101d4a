// Teams that approve exceptions from the policies of a policy set.
import { Alert, CloseButton, Group, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { canManagePolicies, canOverride, organizationQuery } from '../../api/organizations.ts';
import { approversOfSet, type Member, type PolicySet } from '../../api/policy-sets.ts';
import { refresh } from '../../api/refresh.ts';
import { everyTeamQuery } from '../../api/teams.ts';
import { notifyFailure, notifyWithUndo } from '../../components/notify.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { TeamSelect } from '../../components/team-select.tsx';
import { useSetParams } from './frame.tsx';

interface SetProps {
  readonly set: PolicySet;
}

/** Returns functions that add and remove an approver team. They also refresh the affected data. */
const approversIn = (set: PolicySet) => {
  // Evaluations and exemptions are refreshed, too, because they show who has to approve them.
  const renew = () => Promise.all([refresh('policy-set', set.id), refresh('evaluation'), refresh('exemption')]);
  const add = async (id: string) => {
    await approversOfSet.add(set.id, [id]);
    await renew();
  };
  const remove = async ({ id, name }: Member) => {
    await approversOfSet.remove(set.id, [id]);
    await renew();
    notifyWithUndo(`${name} was removed.`, () => add(id));
  };
  return { add, remove };
};

/** Text for a policy set without approver teams. */
const noneText = ({ attributes }: PolicySet): string =>
  attributes['approvers-required']
    ? 'The teams that were approvers no longer exist, so only owners of the organization are approvers.'
    : 'None. Everybody who can override policies can also override the policies of this set.';

const AddTeam = ({ set }: SetProps) => {
  const { organization } = useSetParams();
  const { add } = approversIn(set);
  return (
    <TeamSelect
      organization={organization}
      isEmptiedOnChoice
      onChange={(id) => void (id !== null && add(id).catch((error: unknown) => notifyFailure('Not added', error)))}
      aria-label="Add an approver team"
      placeholder="Add a team by name"
      maw={360}
    />
  );
};

const Teams = ({
  set,
  teams,
  mayChange,
}: SetProps & { readonly teams: readonly Member[]; readonly mayChange: boolean }) => {
  const { remove } = approversIn(set);
  return (
    <List listStyleType="none" spacing={4}>
      {teams.map((team) => (
        <List.Item key={team.id} style={{ overflowWrap: 'anywhere' }}>
          <Group gap="xs" wrap="nowrap">
            {mayChange && (
              <CloseButton
                size={24}
                aria-label={`Remove ${team.name}`}
                onClick={() => void remove(team).catch((error: unknown) => notifyFailure('Not removed', error))}
              />
            )}
            {team.name}
          </Group>
        </List.Item>
      ))}
    </List>
  );
};

/** Section with the approver teams. Teams that the user may not see are shown by their identifiers. */
export function Approvers({ set }: SetProps) {
  const { organization } = useSetParams();
  const { data: shown } = useQuery(organizationQuery(organization));
  const { data, error, refetch } = useQuery(everyTeamQuery(organization));
  const mayChange = shown !== undefined && canManagePolicies(shown.data) && canOverride(shown.data);
  const teams = set.relationships.approvers.data.map(({ id }) => ({
    id,
    name: data?.data.find((team) => team.id === id)?.attributes.name ?? id,
  }));
  return (
    <Section
      title="Approvers"
      intro="Teams whose members can override the policies of this set, and whose exemptions count in it. Existing exemptions that other people granted no longer count in the set. Members still need the permission “Override policies” or a delegation."
    >
      <QueryState data={data} error={error} refetch={refetch} />
      {teams.length === 0 && <Text c="dimmed">{noneText(set)}</Text>}
      {data !== undefined && <Teams set={set} teams={teams} mayChange={mayChange} />}
      {mayChange ? (
        <AddTeam set={set} />
      ) : (
        <Alert color="blue" py="xs">
          Only people with the permissions “Manage policies” and “Override policies” can change the approvers.
        </Alert>
      )}
    </Section>
  );
}
