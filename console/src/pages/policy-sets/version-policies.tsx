// List of the policies in the current version of a policy set.
import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type PolicySet, type VersionPolicy, versionPoliciesQuery } from '../../api/policy-sets.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { wrapped } from '../../components/wrapped.tsx';
import { CheckTag, IntroductionTag, LevelTag } from '../policies/labels.tsx';

const columns: readonly Column<VersionPolicy>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ attributes: { name, description } }) => (
      <>
        {wrapped(name)}
        {description !== null && description !== '' && (
          <Text size="sm" c="dimmed" fw={400} style={{ overflowWrap: 'anywhere' }}>
            {description}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'enforcement-level',
    header: 'Enforcement level',
    cell: (policy) => (
      <Group gap={4}>
        <LevelTag policy={policy} />
        <IntroductionTag policy={policy} />
      </Group>
    ),
  },
  { id: 'check', header: 'Check', cell: (policy) => <CheckTag policy={policy} /> },
];

const Listed = ({ version }: { readonly version: string }) => {
  const { data, error, refetch } = useQuery(versionPoliciesQuery(version));
  if (error !== null || data === undefined) return <QueryState data={data} error={error} refetch={refetch} />;
  const hidden = (data.meta.pagination?.['total-count'] ?? 0) - data.data.length;
  return (
    <>
      <DataTable caption="Policies" columns={columns} rows={data.data} nameOf={({ attributes }) => attributes.name} />
      {hidden > 0 && <Text>{`and ${hidden.toLocaleString('en')} more`}</Text>}
    </>
  );
};

export function VersionPolicies({ set }: { readonly set: PolicySet }) {
  const version = set.relationships['current-version'].data?.id;
  return (
    <Stack gap="xs" component="section" aria-labelledby="policies">
      <Title order={2} size="h4" id="policies">
        Policies
      </Title>
      {version === undefined ? <Text c="dimmed">No version is active yet.</Text> : <Listed version={version} />}
    </Stack>
  );
}
