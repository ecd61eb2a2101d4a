import { Alert, CloseButton, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { applicableQuery } from '../../api/policy-set-scope.ts';
import { type Member, type Members, membersOfSet, membersQuery, type PolicySet } from '../../api/policy-sets.ts';
import { refresh } from '../../api/refresh.ts';
import { CandidateSelect } from '../../components/candidate-select.tsx';
import { PageLink } from '../../components/links.tsx';
import { notifyFailure, notifyWithUndo } from '../../components/notify.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { Together } from '../../components/together.tsx';
import { t } from '../../texts/policy-sets.ts';
import { not } from '../../texts/refusals.ts';
import { PolicySetPage, useSetParams } from './frame.tsx';
import { hasExclusions } from './scope.ts';
import { Tags } from './tags.tsx';
import { VersionPolicies } from './version-policies.tsx';

/** Adds and removes members, and renews what pages show of them. */
const useMembership = (set: PolicySet, members: Members) => {
  const queryClient = useQueryClient();
  const change = membersOfSet(members);
  // The pages of policies name the sets that have them.
  const renew = () => Promise.all([refresh(queryClient, 'policy-set', set.id), refresh(queryClient, 'policy')]);
  const add = async (id: string) => {
    await change.add(set.id, [id]);
    await renew();
  };
  const remove = async ({ id, name }: Member) => {
    await change.remove(set.id, [id]);
    await renew();
    notifyWithUndo(t.removed(name), () => add(id));
  };
  return { add, remove };
};

interface PartProps {
  readonly set: PolicySet;
  readonly members: Members;
  readonly title: string;
}

const maxPreviewed = 5;

/** Workspaces and projects come with the runs of others: the console makes none. */
const noCandidates = (members: Members, organization: string): string => {
  if (members === 'policies') return t.noCandidates;
  return members.startsWith('workspace') ? t.noWorkspaces(organization) : t.noProjects(organization);
};

const Add = ({ set, members, title }: PartProps) => {
  const { organization } = useSetParams();
  const { add } = useMembership(set, members);
  return (
    <CandidateSelect
      organization={organization}
      members={members}
      isEmptiedOnChoice
      onChange={(id) => void (id !== null && add(id).catch((error: unknown) => notifyFailure(not.added, error)))}
      aria-label={t.add(title)}
      placeholder={t.addHint}
      filter={({ options }) => options}
      none={noCandidates(members, organization)}
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
      {data?.total === 0 && <Text c="dimmed">{t.noMembers}</Text>}
      {data !== undefined && data.total > 0 && (
        <List listStyleType="none" spacing={4}>
          {data.members.map((member) => (
            <List.Item key={member.id} style={{ overflowWrap: 'anywhere' }}>
              <Group gap="xs" wrap="nowrap">
                <CloseButton
                  size={24}
                  aria-label={t.remove(member.name)}
                  onClick={() => void remove(member).catch((error: unknown) => notifyFailure(not.removed, error))}
                />
                <Name member={member} members={members} />
              </Group>
            </List.Item>
          ))}
          {data.total > data.members.length && <List.Item>{t.moreMembers(data.total - data.members.length)}</List.Item>}
        </List>
      )}
      <Add set={set} members={members} title={title} />
    </Stack>
  );
};

const appliesToNow = (set: PolicySet, total: number, names: readonly string[]): string => {
  if (!set.attributes.global) return t.appliesToNow(total, names);
  return total === 0 && hasExclusions(set) ? t.appliesToRestNow : t.appliesToAllNow(total, names);
};

/** Number of workspaces that the set applies to now, and the first of them. */
const Preview = ({ set }: { readonly set: PolicySet }) => {
  const { organization } = useSetParams();
  const { data, error, refetch } = useQuery(applicableQuery(set.id, {}));
  const total = data?.meta.pagination?.['total-count'] ?? 0;
  const names = data?.data.slice(0, maxPreviewed).map(({ attributes }) => attributes.name) ?? [];
  return (
    <Section title={t.appliesTo}>
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && (
        <Text role="status" style={{ overflowWrap: 'anywhere' }}>
          {appliesToNow(set, total, names)}{' '}
          {total > 0 && (
            <PageLink
              to="/app/organizations/$organization/policy-sets/$set/applies-to"
              params={{ organization, set: set.id }}
            >
              {t.showAll}
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
    <Together>
      {versioned && <Alert color="blue">{t.versioned}</Alert>}
      <Preview set={set} />
      {versioned ? <VersionPolicies set={set} /> : <Part set={set} members="policies" title={t.policies} />}
      {isGlobal ? (
        <Text>{t.appliesToAll}</Text>
      ) : (
        <>
          <Part set={set} members="workspaces" title={t.workspaces} />
          <Part set={set} members="projects" title={t.projects} />
        </>
      )}
      <Tags set={set} />
      <Part set={set} members="workspace-exclusions" title={t.workspaceExclusions} />
      <Part set={set} members="project-exclusions" title={t.projectExclusions} />
    </Together>
  );
};

/** Which policies apply, and where. */
export function PolicySetMembers() {
  return <PolicySetPage>{(set) => <Contents set={set} />}</PolicySetPage>;
}
