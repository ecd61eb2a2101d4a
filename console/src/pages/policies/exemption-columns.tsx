import { Box, Text } from '@mantine/core';
import type { Exemption } from '../../api/exemptions.ts';
import type { Column } from '../../components/data-table.tsx';
import { Tag } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { t } from '../../texts/exemptions.ts';

/** Scope of an exemption, in a few words. */
export const scopeOf = ({ workspace, attributes }: Exemption): string =>
  [workspace ?? t.everywhere, attributes['resource-address']].filter((part) => part !== null).join(' · ');

const wrapped = (text: string) => (
  <Text span inherit style={{ overflowWrap: 'anywhere' }}>
    {text}
  </Text>
);

/** Columns of lists of exemptions. */
export const exemptionColumns = (): readonly Column<Exemption>[] => [
  {
    id: 'scope',
    header: t.scope,
    isName: true,
    // The address of a resource has a line of its own beside long reasons.
    cell: (exemption) => <Box miw="12rem">{wrapped(scopeOf(exemption))}</Box>,
  },
  { id: 'reason', header: t.reason, cell: ({ attributes }) => wrapped(attributes.reason) },
  { id: 'owner', header: t.owner, cell: ({ attributes }) => wrapped(attributes.owner) },
  {
    id: 'status',
    header: t.status,
    cell: ({ attributes }) =>
      attributes.status === 'active' ? <Tag tone="warned">{t.active}</Tag> : <Tag>{t.expired}</Tag>,
  },
  {
    id: 'expires',
    header: t.expires,
    cell: ({ attributes }) => <Time iso={attributes['expires-at']} absent={t.withoutEnd} />,
  },
];
