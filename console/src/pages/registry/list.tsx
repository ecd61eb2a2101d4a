// Page that lists the modules of an organization.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { creatorName } from '../../../../client/creator-name.ts';
import { boot } from '../../api/boot.ts';
import { moduleList } from '../../api/list-specs.ts';
import { organizationQuery } from '../../api/organizations.ts';
import { type Module, modulesQuery } from '../../api/registry.ts';
import { type Column, countColumn } from '../../components/data-table.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { ButtonLink, PageLink } from '../../components/links.tsx';
import { choice, ListView } from '../../components/list-view.tsx';
import { OneLine } from '../../components/one-line.tsx';
import { Page } from '../../components/page.tsx';
import { Tag } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { OrganizationLink } from '../organizations/trail.tsx';
import { newestOf } from './newest.ts';

const route = getRouteApi('/app/organizations/$organization/registry');

const nameOf = ({ attributes: { name, provider } }: Module): string => `${name}/${provider}`;

const newestIn = ({ attributes }: Module): string | undefined =>
  newestOf(attributes['version-statuses'].flatMap(({ version, status }) => (status === 'ok' ? [version] : [])));

const ModuleLink = ({ organization, module }: { readonly organization: string; readonly module: Module }) => {
  const { name, provider, namespace, 'registry-name': registry } = module.attributes;
  if (registry === 'public') return `${namespace}/${name}/${provider}`;
  return (
    <PageLink
      to="/app/organizations/$organization/registry/$name/$provider"
      params={{ organization, name, provider }}
      style={{ overflowWrap: 'anywhere' }}
    >
      {nameOf(module)}
    </PageLink>
  );
};

// The attributes with the default null are missing if an older release of the service responds during an upgrade.
const otherColumns: readonly Column<Module>[] = [
  {
    id: 'newest',
    header: 'Newest',
    width: '5.5rem',
    cell: (module) => (
      <OneLine>
        {newestIn(module) ?? (module.attributes['registry-name'] === 'private' ? 'None yet' : 'Public')}
      </OneLine>
    ),
  },
  {
    id: 'description',
    header: 'Description',
    onCard: 'note',
    cell: ({ attributes: { description = null } }) =>
      description !== null && <OneLine c="dimmed">{description}</OneLine>,
  },
  {
    id: 'published-by',
    header: 'Published by',
    width: '11%',
    onCard: 'none',
    cell: ({ attributes: { 'published-by': by = null } }) => by !== null && <OneLine>{creatorName(by)}</OneLine>,
  },
  {
    ...countColumn<Module>('downloads', 'Downloads', ({ attributes }) => attributes.downloads),
    width: '6.5rem',
    onCard: 'none',
  },
  {
    id: 'deprecated',
    header: 'Deprecated',
    width: '6.5rem',
    cell: ({ attributes: { 'deprecated-version-count': deprecated, 'version-statuses': versions } }) =>
      deprecated > 0 && (
        <Tag tone="warned">{`${deprecated.toLocaleString('en')} of ${versions.length.toLocaleString('en')}`}</Tag>
      ),
  },
  {
    id: 'updated',
    header: 'Changed',
    width: '8.5rem',
    sort: 'updated-at',
    cell: ({ attributes }) => <Time iso={attributes['updated-at']} />,
  },
];

const columns = (organization: string): readonly Column<Module>[] => [
  {
    id: 'name',
    header: 'Module',
    width: '20%',
    isName: true,
    sort: 'name',
    cell: (module) => <ModuleLink organization={organization} module={module} />,
  },
  ...otherColumns,
];

export function Modules() {
  const { organization } = route.useParams();
  const list = useList(route, (search) => modulesQuery(organization, search));
  const mayPublish = useQuery(organizationQuery(organization)).data?.data.attributes.permissions['can-create-module'];
  return (
    <Page
      title="Registry"
      trail={<OrganizationLink organization={organization} />}
      actions={
        mayPublish === true && (
          <ButtonLink to="/app/organizations/$organization/publish-module" params={{ organization }}>
            Publish a version
          </ButtonLink>
        )
      }
    >
      <ListView
        what="modules"
        spec={moduleList}
        {...list}
        columns={columns(organization)}
        nameOf={nameOf}
        isCompact
        filters={[
          choice('deprecated', 'Deprecated', {
            true: 'With deprecated versions',
            false: 'Without deprecated versions',
          }),
          choice('registry_name', 'Registry', { private: 'Private', public: 'Public' }),
        ]}
        empty={
          <EmptyList
            text="There are no modules yet."
            {...(mayPublish === true && {
              hint: 'Publish a version here, or set TIPSTAFF_TOKEN to an API token and run this command:',
              command: `tipstaff module publish . --module ${organization}/network/aws --module-version 1.0.0 --url ${boot.address}`,
            })}
          />
        }
      />
    </Page>
  );
}
