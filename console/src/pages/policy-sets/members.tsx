import { Alert, CloseButton, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { blocksPlans } from '../../../../client/tightening.ts';
import { policyQuery } from '../../api/policies.ts';
import { applicableQuery } from '../../api/policy-set-scope.ts';
import { type Member, type Members, membersOfSet, membersQuery, type PolicySet } from '../../api/policy-sets.ts';
import { queryClient } from '../../api/query-client.ts';
import { refresh } from '../../api/refresh.ts';
import { CandidateSelect } from '../../components/candidate-select.tsx';
import { PageLink } from '../../components/links.tsx';
import { LoadTogether } from '../../components/load-together.tsx';
import { notifyFailure, notifyWithUndo } from '../../components/notify.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { counted } from '../../texts/counted.ts';
import { PolicySetPage, useSetParams } from './frame.tsx';
import { askAboutSet, type SetChange } from './question.ts';
import { hasExclusions } from './scope.ts';
import { additionTo, endOfExclusion } from './set-changes.ts';
import { Tags } from './tags.tsx';
import { VersionPolicies } from './version-policies.tsx';

const isExclusion = (members: Members): members is 'workspace-exclusions' | 'project-exclusions' =>
  members.endsWith('-exclusions');

/** Returns functions that add records to a policy set and remove them. They also refresh the affected data. */
const useMembership = (set: PolicySet, members: Members) => {
  const { organization } = useSetParams();
  const change = membersOfSet(members);
  const ask = (described: SetChange) => askAboutSet(organization, set, described);
  // Policies are refreshed, too, because their pages list the sets that contain them.
  const renew = () => Promise.all([refresh('policy-set', set.id), refresh('policy')]);
  /** Whether the member is a policy that blocks no plan. */
  const isHarmless = async (id: string): Promise<boolean> =>
    members === 'policies' && !blocksPlans((await queryClient.fetchQuery(policyQuery(id))).data.attributes);
  const add = async (member: Member) => {
    const isAsked = !isExclusion(members) && !(await isHarmless(member.id));
    await change.add(set.id, [member.id], isAsked ? await ask(additionTo(set, members, member)) : undefined);
    await renew();
  };
  const remove = async (member: Member) => {
    const shown = isExclusion(members) ? await ask(endOfExclusion(set, members, member)) : undefined;
    await change.remove(set.id, [member.id], shown);
    await renew();
    notifyWithUndo(`${member.name} was removed.`, async () => {
      await change.add(set.id, [member.id]);
      await renew();
    });
  };
  return { add, remove };
};

interface PartProps {
  readonly set: PolicySet;
  readonly members: Members;
  readonly title: string;
}

const maxPreviewed = 5;

/** Returns the text that is shown if no name matches. */
const noCandidates = (members: Members): string => {
  if (members === 'policies') return 'No results.';
  return members.startsWith('workspace') ? 'No workspace has this name.' : 'No project has this name.';
};

const Add = ({ set, members, title }: PartProps) => {
  const { organization } = useSetParams();
  const { add } = useMembership(set, members);
  return (
    <CandidateSelect
      organization={organization}
      members={members}
      isEmptiedOnChoice
      onChange={(_id, chosen) =>
        void (
          chosen !== null &&
          add({ id: chosen.value, name: chosen.label }).catch((error: unknown) => notifyFailure('Not added', error))
        )
      }
      aria-label={`Add to: ${title}`}
      placeholder="Add by name"
      filter={({ options }) => options}
      none={noCandidates(members)}
      maw={360}
    />
  );
};

const Name = ({ member, members }: { readonly member: Member; readonly members: Members }) => {
  const { organization } = useSetParams();
  if (members !== 'policies') return member.name;
  return (
    <PageLink to="/app/organizations/$organization/policies/$policy" params={{ organization, policy: member.id }}>
      {member.name}
    </PageLink>
  );
};

const Part = (props: PartProps) => {
  const { set, members, title } = props;
  const { data, error, refetch } = useQuery(membersQuery(set.id, members));
  const { remove } = useMembership(set, members);
  return (
    <Stack gap="xs" component="section" aria-labelledby={members}>
      <Title order={2} size="h4" id={members}>
        {title}
      </Title>
      <QueryState data={data} error={error} refetch={refetch} />
      {data?.total === 0 && <Text c="dimmed">None.</Text>}
      {data !== undefined && data.total > 0 && (
        <List listStyleType="none" spacing={4}>
          {data.members.map((member) => (
            <List.Item key={member.id} style={{ overflowWrap: 'anywhere' }}>
              <Group gap="xs" wrap="nowrap">
                <CloseButton
                  size={24}
                  aria-label={`Remove ${member.name}`}
                  onClick={() => void remove(member).catch((error: unknown) => notifyFailure('Not removed', error))}
                />
                <Name member={member} members={members} />
              </Group>
            </List.Item>
          ))}
          {data.total > data.members.length && (
            <List.Item>{`and ${(data.total - data.members.length).toLocaleString('en')} more`}</List.Item>
          )}
        </List>
      )}
      <Add set={set} members={members} title={title} />
    </Stack>
  );
};

const appliesToNow = (set: PolicySet, total: number, names: readonly string[]): string => {
  const isGlobal = set.attributes.global;
  if (total > 0) {
    const workspaces = `${names.join(', ')}${total > names.length ? ' and others' : ''}`;
    return `The policy set currently applies to ${counted(total, 'workspace')}: ${workspaces}.`;
  }
  if (!isGlobal) return 'The policy set currently applies to no workspace.';
  return hasExclusions(set)
    ? 'The policy set applies to everything that is not excluded. Currently, no workspace matches.'
    : 'The policy set applies to everything. There are no workspaces yet.';
};

/** Number of workspaces that the policy set currently applies to, and the first of their names. */
const Preview = ({ set }: { readonly set: PolicySet }) => {
  const { organization } = useSetParams();
  const { data, error, refetch } = useQuery(applicableQuery(set.id, {}));
  const total = data?.meta.pagination?.['total-count'] ?? 0;
  const names = data?.data.slice(0, maxPreviewed).map(({ attributes }) => attributes.name) ?? [];
  return (
    <Section title="Applies to">
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && (
        <Text role="status" style={{ overflowWrap: 'anywhere' }}>
          {appliesToNow(set, total, names)}{' '}
          {total > 0 && (
            <PageLink
              to="/app/organizations/$organization/policy-sets/$set/applies-to"
              params={{ organization, set: set.id }}
            >
              Show all
            </PageLink>
          )}
        </Text>
      )}
    </Section>
  );
};

const Contents = ({ set }: { readonly set: PolicySet }) => {
  const { global: isGlobal, versioned } = set.attributes;
  return (
    <LoadTogether>
      {versioned && (
        <Alert color="blue">
          The policies of this set are uploaded as versions with “tipstaff policy push”. You cannot change them here.
        </Alert>
      )}
      <Preview set={set} />
      {versioned ? <VersionPolicies set={set} /> : <Part set={set} members="policies" title="Policies" />}
      {isGlobal ? (
        <Text>
          This policy set applies to everything that is not excluded. It also evaluates plans without a workspace.
        </Text>
      ) : (
        <>
          <Part set={set} members="workspaces" title="Workspaces" />
          <Part set={set} members="projects" title="Projects" />
        </>
      )}
      <Tags set={set} />
      <Part set={set} members="workspace-exclusions" title="Excluded workspaces" />
      <Part set={set} members="project-exclusions" title="Excluded projects" />
    </LoadTogether>
  );
};

/** Page that shows the policies and the scope of a policy set. */
export function PolicySetMembers() {
  return <PolicySetPage>{(set) => <Contents set={set} />}</PolicySetPage>;
}
