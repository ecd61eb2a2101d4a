// Installable versions of a module, with the status and the number of consumers of each version.
import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadsQuery, type ListedVersion, type ModuleName } from '../../api/registry.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PageLink } from '../../components/links.tsx';
import { Section } from '../../components/section.tsx';
import { counted } from '../../texts/counted.ts';
import { isPrerelease, newestOf } from './newest.ts';

const route = '/app/organizations/$organization/registry/$name/$provider';

interface BadgesProps {
  readonly listed: ListedVersion;
  readonly newest: string | undefined;
}

export const VersionBadges = ({ listed: { version, deprecation }, newest }: BadgesProps) => (
  <>
    {version === newest && (
      <Badge variant="dot" color="green" tt="none">
        Newest
      </Badge>
    )}
    {isPrerelease(version) && (
      <Badge variant="dot" color="gray" tt="none">
        Pre-release
      </Badge>
    )}
    {deprecation !== null && (
      <Badge variant="dot" color="yellow" tt="none">
        Deprecated
      </Badge>
    )}
  </>
);

/** Number of consumers of a version, with a link to the list of consumers. */
const Consumers = ({ module, version }: { readonly module: ModuleName; readonly version: string }) => {
  const { data, isError } = useQuery(downloadsQuery(module, version, {}));
  if (data === undefined) return isError ? 'Not loaded' : '…';
  const count = data.meta.pagination?.['total-count'] ?? data.data.length;
  if (count === 0)
    return (
      <Text span inherit c="dimmed">
        None
      </Text>
    );
  return (
    <PageLink to={route} params={{ ...module }} search={{ version, part: 'downloads' }} resetScroll={false}>
      {counted(count, 'consumer')}
    </PageLink>
  );
};

type Row = ListedVersion & { readonly id: string };

const columns = (module: ModuleName, newest: string | undefined): readonly Column<Row>[] => [
  {
    id: 'version',
    header: 'Version',
    isName: true,
    cell: ({ version }) => (
      <PageLink to={route} params={{ ...module }} search={{ version }}>
        {version}
      </PageLink>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: (listed) => (
      <Group gap={4}>
        <VersionBadges listed={listed} newest={newest} />
      </Group>
    ),
  },
  {
    id: 'consumers',
    header: 'Consumers',
    cell: ({ version }) => <Consumers module={module} version={version} />,
  },
];

/**
 * Number of versions that are shown initially, and number of versions that each click adds. They are small, because
 * each version requires a request.
 */
const [shownFirst, shownMore] = [5, 10];

interface VersionsProps {
  readonly module: ModuleName;
  /** Versions of the module, newest first. */
  readonly versions: readonly ListedVersion[];
}

/** Section that lists the versions, for users who may see the consumers. */
export function Versions({ module, versions }: VersionsProps) {
  const [shown, setShown] = useState(shownFirst);
  const newest = newestOf(versions.map(({ version }) => version));
  const left = versions.length - shown;
  return (
    <Section title="Versions">
      <DataTable
        caption="Versions"
        columns={columns(module, newest)}
        rows={versions.slice(0, shown).map((each) => ({ ...each, id: each.version }))}
        nameOf={({ version }) => version}
      />
      {left > 0 && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setShown(shown + shownMore)}
        >
          {`Show ${Math.min(left, shownMore).toLocaleString('en')} more`}
        </Button>
      )}
    </Section>
  );
}
