// Tabs that show the declarations in a module version's archive.
import { Badge, Code, Group, List, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Resource } from '../../api/client.ts';
import type { ListSearch } from '../../api/list.ts';
import { downloadList } from '../../api/list-specs.ts';
import { downloadsQuery, type ModuleName, type ModuleVersion, versionFileAddress } from '../../api/registry.ts';
import { type Column, countColumn, DataTable } from '../../components/data-table.tsx';
import { Fact, Facts } from '../../components/fact.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { CopyText } from '../../components/secret.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { UsedBy } from './used-by.tsx';

const route = getRouteApi('/app/organizations/$organization/registry/$name/$provider');

/**
 * Returns the label for a module block. It gets the prefix `_` unless the name starts with a letter, because labels in a
 * configuration must not start with a digit.
 */
const labelOf = (name: string): string => (/^[a-z]/i.test(name) ? name : `_${name}`);

interface UsageBlockProps {
  readonly module: ModuleName;
  readonly version: string;
  readonly host: string;
}

/** Module block that uses the version. Users copy it into their configuration. */
export function UsageBlock({ module: { organization, name, provider }, version, host }: UsageBlockProps) {
  const block = `module "${labelOf(name)}" {
  source  = "${host}/${organization}/${name}/${provider}"
  version = "${version}"
}`;
  return (
    <Section title="How to use the module" actions={<CopyText text={block} />}>
      <Code block tabIndex={0}>
        {block}
      </Code>
    </Section>
  );
}

/** Publication time of a version, and the digest of its archive. */
export const VersionFacts = ({ version: { attributes } }: { readonly version: ModuleVersion }) => (
  <Facts>
    <Fact name="Published">
      <Time iso={attributes['updated-at']} />
    </Fact>
    {attributes.sha256 !== null && <Fact name="SHA-256 of the archive">{attributes.sha256}</Fact>}
  </Facts>
);

type Input = ModuleVersion['attributes']['inputs'][number];
type Output = ModuleVersion['attributes']['outputs'][number];
type Provider = ModuleVersion['attributes']['providers'][number];
type Download = Resource<'module-downloads'>;

const withId = <Row extends { readonly name: string }>(rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, id: row.name }));

const Words = ({ children }: { readonly children: ReactNode }) => (
  <Text span inherit style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {children}
  </Text>
);

const Sensitive = ({ name, sensitive }: { readonly name: string; readonly sensitive: boolean }) => (
  <Group gap="xs" component="span">
    <Words>{name}</Words>
    {sensitive && (
      <Badge variant="default" tt="none">
        Sensitive
      </Badge>
    )}
  </Group>
);

const inputColumns: readonly Column<Input & { readonly id: string }>[] = [
  { id: 'name', header: 'Inputs', isName: true, cell: (input) => <Sensitive {...input} /> },
  { id: 'type', header: 'Type', cell: ({ type }) => <Code>{type ?? 'any'}</Code> },
  {
    id: 'default',
    header: 'Default',
    cell: ({ required, default: usual }) => (required ? 'Required' : <Code>{usual ?? 'null'}</Code>),
  },
  { id: 'description', header: 'Description', cell: ({ description }) => <Words>{description}</Words> },
];

const outputColumns: readonly Column<Output & { readonly id: string }>[] = [
  { id: 'name', header: 'Outputs', isName: true, cell: (output) => <Sensitive {...output} /> },
  { id: 'description', header: 'Description', cell: ({ description }) => <Words>{description}</Words> },
];

const providerColumns: readonly Column<Provider & { readonly id: string }>[] = [
  { id: 'name', header: 'Providers', isName: true, cell: ({ name }) => <Words>{name}</Words> },
  { id: 'source', header: 'Registry', cell: ({ source }) => <Words>{source}</Words> },
  { id: 'version', header: 'Version', cell: ({ version }) => <Words>{version ?? 'any'}</Words> },
];

const downloadColumns: readonly Column<Download>[] = [
  {
    id: 'consumer',
    header: 'Consumer',
    isName: true,
    cell: ({ attributes }) => attributes['consumer-name'] ?? attributes['consumer-id'],
  },
  countColumn('count', 'Downloads', ({ attributes }) => attributes.count),
  { id: 'last', header: 'Last download', cell: ({ attributes }) => <Time iso={attributes['last-downloaded-at']} /> },
];

interface RowsProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row & { readonly id: string }>[];
  readonly rows: readonly Row[];
  readonly empty: string;
}

const Rows = <Row extends { readonly name: string }>({ caption, columns, rows, empty }: RowsProps<Row>) =>
  rows.length === 0 ? (
    <Text c="dimmed">{empty}</Text>
  ) : (
    <DataTable caption={caption} columns={columns} rows={withId(rows)} nameOf={({ name }) => name} />
  );

const Readme = ({ module, version: { attributes } }: Pick<VersionContentsProps, 'module' | 'version'>) =>
  attributes.readme === null ? (
    <Text c="dimmed">The archive has no README.md.</Text>
  ) : (
    <Markdown text={attributes.readme} fileAddress={versionFileAddress(module, attributes.version)} />
  );

const Resources = ({ resources }: { readonly resources: readonly string[] }) =>
  resources.length === 0 ? (
    <Text c="dimmed">The module manages no resources.</Text>
  ) : (
    <List>
      {resources.map((each) => (
        <List.Item key={each} style={{ overflowWrap: 'anywhere' }}>
          <Code>{each}</Code>
        </List.Item>
      ))}
    </List>
  );

const Downloads = ({ module, version }: { readonly module: ModuleName; readonly version: string }) => {
  const [search, setSearch] = useState<ListSearch>({});
  const query = useQuery(downloadsQuery(module, version, search));
  return (
    <ListView
      what="Downloads"
      spec={downloadList}
      search={search}
      onSearch={setSearch}
      query={query}
      columns={downloadColumns}
      nameOf={({ id }) => id}
      empty="This version has not been downloaded yet."
    />
  );
};

interface VersionContentsProps {
  readonly module: ModuleName;
  readonly version: ModuleVersion;
  readonly hasDownloads: boolean;
}

const counted = (label: string, rows: readonly unknown[]): string => `${label} (${rows.length.toLocaleString('en')})`;

/** State of the selected tab. The URL contains its name. By default the first tab is selected. */
function usePart(parts: readonly string[]) {
  const { part: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const [first = ''] = parts;
  const show = (part: string | null) =>
    void navigate({ search: (before) => ({ ...before, part: part ?? first }), resetScroll: false });
  return { shown: parts.find((part) => part === wanted) ?? first, show };
}

/** Returns the identifier, label and content of each tab. */
function tabsOf({ module, version, hasDownloads }: VersionContentsProps) {
  const { inputs, outputs, resources, providers, version: name } = version.attributes;
  return [
    ['readme', 'Readme', <Readme key="readme" module={module} version={version} />],
    [
      'inputs',
      counted('Inputs', inputs),
      <Rows key="inputs" caption="Inputs" columns={inputColumns} rows={inputs} empty="The module has no inputs." />,
    ],
    [
      'outputs',
      counted('Outputs', outputs),
      <Rows
        key="outputs"
        caption="Outputs"
        columns={outputColumns}
        rows={outputs}
        empty="The module has no outputs."
      />,
    ],
    ['resources', counted('Resources', resources), <Resources key="resources" resources={resources} />],
    [
      'providers',
      counted('Providers', providers),
      <Rows
        key="providers"
        caption="Providers"
        columns={providerColumns}
        rows={providers}
        empty="The module needs no providers."
      />,
    ],
    // The key makes the lists of each version start with their first page, and without the search text of another
    // version.
    ['used-by', 'Used by', <UsedBy key={name} module={module} version={name} />],
    ...(hasDownloads
      ? ([['downloads', 'Downloads', <Downloads key={name} module={module} version={name} />]] as const)
      : []),
  ] as const;
}

export function VersionContents(props: VersionContentsProps) {
  const parts = tabsOf(props);
  const { shown, show } = usePart(parts.map(([id]) => id));
  return (
    <Tabs value={shown} onChange={show} keepMounted={false}>
      <Tabs.List>
        {parts.map(([id, label]) => (
          <Tabs.Tab key={id} value={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map(([id, , part]) => (
        <Tabs.Panel key={id} value={id} pt="md">
          <Stack>{part}</Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
