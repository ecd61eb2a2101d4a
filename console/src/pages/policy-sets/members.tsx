import { Alert, CloseButton, Group, List, Select, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addMember,
  candidatesQuery,
  type Member,
  type Members,
  membersQuery,
  type PolicySet,
  removeMember,
} from '../../api/policy-sets.ts';
import { LoadingRows } from '../../components/data-table.tsx';
import { Failure } from '../../components/failure.tsx';
import { PageLink } from '../../components/links.tsx';
import { notifyFailure, notifyWithUndo } from '../../components/notify.tsx';
import { Tag } from '../../components/tag.tsx';
import { t } from '../../texts/policy-sets.ts';
import { PolicySetPage, useSetParams } from './frame.tsx';

/** Adds and removes members, and renews what pages show of them. */
const useMembership = (set: PolicySet, members: Members) => {
  const queryClient = useQueryClient();
  const renew = async () => {
    await queryClient.invalidateQueries({ queryKey: ['policy-set', set.id] });
    await queryClient.invalidateQueries({ queryKey: ['policy-sets'] });
    await queryClient.invalidateQueries({ queryKey: ['policy'] });
  };
  const add = async (id: string) => {
    await addMember(set.id, members, id);
    await renew();
  };
  const remove = async ({ id, name }: Member) => {
    await removeMember(set.id, members, id);
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

const Add = ({ set, members, title }: PartProps) => {
  const { organization } = useSetParams();
  const { add } = useMembership(set, members);
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text, 250);
  const { data = [] } = useQuery(candidatesQuery(organization, members, wanted));
  const choose = (id: string | null) => {
    setText('');
    if (id !== null) void add(id).catch(notifyFailure);
  };
  return (
    <Select
      aria-label={t.add(title)}
      placeholder={t.addHint}
      searchable
      searchValue={text}
      onSearchChange={setText}
      value={null}
      onChange={choose}
      data={data.map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      nothingFoundMessage={t.noCandidates}
      comboboxProps={{ withinPortal: false }}
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

const Part = (props: PartProps & { readonly isFixed?: boolean }) => {
  const { set, members, title, isFixed = false } = props;
  const { data, error, refetch } = useQuery(membersQuery(set.id, members));
  const { remove } = useMembership(set, members);
  return (
    <Stack gap="xs" component="section" aria-labelledby={members}>
      <Title order={2} size="h4" id={members}>
        {title}
      </Title>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <LoadingRows />}
      {data?.total === 0 && <Text c="dimmed">{t.noMembers}</Text>}
      {data !== undefined && data.total > 0 && (
        <List listStyleType="none" spacing={4}>
          {data.members.map((member) => (
            <List.Item key={member.id} style={{ overflowWrap: 'anywhere' }}>
              <Group gap="xs" wrap="nowrap">
                {!isFixed && (
                  <CloseButton
                    size="sm"
                    aria-label={t.remove(member.name)}
                    onClick={() => void remove(member).catch(notifyFailure)}
                  />
                )}
                <Name member={member} members={members} />
              </Group>
            </List.Item>
          ))}
          {data.total > data.members.length && <List.Item>{t.moreMembers(data.total - data.members.length)}</List.Item>}
        </List>
      )}
      {!isFixed && <Add set={set} members={members} title={title} />}
    </Stack>
  );
};

const Tags = ({ set: { attributes } }: { readonly set: PolicySet }) => {
  const selectors = attributes['tag-selectors'];
  if (selectors.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-labelledby="tags">
      <Title order={2} size="h4" id="tags">
        {t.tags}
      </Title>
      <Group gap="xs">
        {selectors.map(({ 'tag-key': key, 'tag-value': value, 'is-exclude': isExclude }) => {
          const tag = value === null || value === '' ? key : `${key}: ${value}`;
          return <Tag key={`${isExclude} ${tag}`}>{isExclude ? t.tagExcluded(tag) : tag}</Tag>;
        })}
      </Group>
    </Stack>
  );
};

const Contents = ({ set }: { readonly set: PolicySet }) => {
  const { global: isGlobal, versioned } = set.attributes;
  return (
    <Stack gap="xl">
      {versioned && <Alert color="blue">{t.versioned}</Alert>}
      <Part set={set} members="policies" title={t.policies} isFixed={versioned} />
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
    </Stack>
  );
};

/** Which policies apply, and where. */
export function PolicySetMembers() {
  return <PolicySetPage>{(set) => <Contents set={set} />}</PolicySetPage>;
}
