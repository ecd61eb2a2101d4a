import { Box, Group, Stack, Text } from '@mantine/core';
import type { Exemption } from '../../api/exemptions.ts';
import type { Column } from '../../components/data-table.tsx';
import { PageLink } from '../../components/links.tsx';
import { Tag } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { wrapped } from '../../components/wrapped.tsx';

interface Scope {
  readonly workspace: string | null;
  readonly attributes: Pick<Exemption['attributes'], 'resource-address'>;
}

/** Short description of the scope of an exemption or of a request for one. */
export const scopeOf = ({ workspace, attributes }: Scope): string =>
  [workspace ?? 'Every workspace', attributes['resource-address']].filter((part) => part !== null).join(' · ');

/** Status of an exemption. Also says if the exemption has no effect or lasts longer than the maximum. */
export const ExemptionStatus = ({ attributes }: Pick<Exemption, 'attributes'>) => {
  const { status, effective, 'beyond-maximum': isBeyond } = attributes;
  if (status === 'expired') return <Tag>Expired</Tag>;
  if (effective)
    return (
      <Group gap={4}>
        <Tag tone="warned">Active</Tag>
        {isBeyond && <Tag>Longer than the maximum</Tag>}
      </Group>
    );
  return (
    <Stack gap={4} miw="12rem" align="flex-start">
      <Tag tone="bad">Has no effect</Tag>
      <Text size="sm">
        The exemption counts in no policy set. The page of the exemption says why, and who can grant one that counts.
      </Text>
    </Stack>
  );
};

/** Column with the policy of each exemption. It is a link for users who can see policies. */
export const policyColumn = (organization: string, isManager: boolean): Column<Exemption> => ({
  id: 'policy',
  header: 'Policy',
  cell: ({ policy, attributes }) =>
    policy === null || !isManager ? (
      wrapped(attributes['policy-name'])
    ) : (
      <PageLink
        to="/app/organizations/$organization/policies/$policy/exemptions"
        params={{ organization, policy }}
        style={{ overflowWrap: 'anywhere' }}
      >
        {attributes['policy-name']}
      </PageLink>
    ),
});

/** Columns of exemption lists. */
export const exemptionColumns = (organization: string): readonly Column<Exemption>[] => [
  {
    id: 'scope',
    header: 'Exempt resources',
    // The minimum width keeps the resource address readable if the reason is long.
    cell: (exemption) => (
      <Box miw="12rem">
        <PageLink
          to="/app/organizations/$organization/exceptions/exemptions/$exemption"
          params={{ organization, exemption: exemption.id }}
          style={{ overflowWrap: 'anywhere' }}
        >
          {scopeOf(exemption)}
        </PageLink>
      </Box>
    ),
  },
  { id: 'reason', header: 'Reason', cell: ({ attributes }) => wrapped(attributes.reason) },
  { id: 'owner', header: 'Owner', cell: ({ attributes }) => wrapped(attributes.owner) },
  {
    id: 'status',
    header: 'Status',
    cell: ({ attributes }) => <ExemptionStatus attributes={attributes} />,
  },
  {
    id: 'expires',
    header: 'Ends',
    cell: ({ attributes }) => <Time iso={attributes['expires-at']} absent="No end date" />,
  },
  {
    id: 'matched',
    header: 'Last used',
    cell: ({ attributes }) => <Time iso={attributes['last-matched-at']} />,
  },
];
