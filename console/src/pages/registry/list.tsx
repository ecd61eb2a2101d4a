// Page that lists the modules of an organization.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { boot } from '../../api/boot.ts';
import { moduleList } from '../../api/list-specs.ts';
import { organizationQuery } from '../../api/organizations.ts';
import { type Module, modulesQuery } from '../../api/registry.ts';
import type { Column } from '../../components/data-table.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { ButtonLink, PageLink } from '../../components/links.tsx';
import { choice, ListView } from '../../components/list-view.tsx';
import { Page } from '../../components/page.tsx';
import { Tag } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { counted } from '../../texts/counted.ts';
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

const columns = (organization: string): readonly Column<Module>[] => [
  {
    id: 'name',
    header: 'Module',
    isName: true,
    sort: 'name',
    cell: (module) => <ModuleLink organization={organization} module={module} />,
  },
  {
    id: 'newest',
    header: 'Newest version',
    cell: (module) => newestIn(module) ?? (module.attributes['registry-name'] === 'private' ? 'None yet' : ''),
  },
  {
    id: 'deprecated',
    header: 'Deprecated',
    cell: ({ attributes: { 'deprecated-version-count': deprecated, 'version-statuses': versions } }) =>
      deprecated > 0 && (
        <Tag tone="warned">{`${deprecated.toLocaleString('en')} of ${counted(versions.length, 'version')}`}</Tag>
      ),
  },
  {
    id: 'source',
    header: 'Registry',
    cell: ({ attributes }) => (attributes['registry-name'] === 'private' ? 'Private' : 'Public'),
  },
  {
    id: 'updated',
    header: 'Changed',
    sort: 'updated-at',
    cell: ({ attributes }) => <Time iso={attributes['updated-at']} />,
  },
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
