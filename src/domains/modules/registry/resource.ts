import { Type } from 'typebox';
import { creatorOf, creatorSchema } from '../../../jsonapi/creator.ts';
import { permissionsOf } from '../../../jsonapi/permissions.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, NullableString, Timestamp } from '../../../jsonapi/schema.ts';
import { memoize } from '../../../lib/functions/memoize.ts';
import type { uploadLinkFor } from '../../organizations/index.ts';
import { readContents } from './contents.ts';
import { modules, moduleVersions } from './entity.ts';
import type { ModuleRow } from './module-store.ts';
import type { ListedVersion, ModuleVersionRow } from './version-store.ts';

/** A module with its versions, and whether the actor may change it. */
export interface ShownModule extends ModuleRow {
  /** Versions of the module, from newest to oldest. */
  readonly versions: readonly ListedVersion[];
  /** Newest version with an archive. */
  readonly newest: ListedVersion | undefined;
  /** Description of the newest version. */
  readonly description: string | null;
  /** Identity that published the newest version, as JSON; null if it is unknown or the actor may not see it. */
  readonly published_by: string | null;
  readonly downloads: number;
  readonly mayChange: boolean;
}

const isPublic = ({ public_namespace }: ModuleRow): boolean => public_namespace !== '';
const registryOf = (row: ModuleRow) => (isPublic(row) ? 'public' : 'private');
const namespaceOf = (row: ModuleRow): string => row.public_namespace || row.organization_name;

const pathOf = (row: ModuleRow): string =>
  `/api/v2/organizations/${row.organization_name}/registry-modules/${registryOf(row)}/${namespaceOf(row)}/${row.name}/${row.provider}`;

/** A reference to a public module is always complete, because the public registry stores the module's versions. */
const statusOf = (row: ShownModule): 'pending' | 'setup_complete' =>
  isPublic(row) || row.versions.some((each) => each.status === 'ok') ? 'setup_complete' : 'pending';

/** A module as the endpoints for reading, creating and listing return it. */
export const moduleResource = resource<ShownModule>({
  type: 'registry-modules',
  attributes: {
    name: modules.shown.name,
    provider: modules.shown.provider,
    namespace: shown(Type.String(), namespaceOf),
    'registry-name': shown(Type.Enum(['private', 'public']), registryOf),
    status: shown(Type.Enum(['pending', 'setup_complete']), statusOf),
    'version-statuses': shown(
      Type.Array(Exactly({ version: Type.String(), status: moduleVersions.shown.status.schema })),
      ({ versions }) => versions.map(({ version, status }) => ({ version, status })),
    ),
    'deprecated-version-count': shown(
      Type.Integer(),
      ({ versions }) => versions.filter(({ deprecation_id }) => deprecation_id !== null).length,
    ),
    description: shown(NullableString(), ({ description }) => description),
    'published-by': shown(Nullable(creatorSchema), ({ published_by: by }) =>
      by === null ? null : creatorOf(JSON.parse(by)),
    ),
    downloads: shown(Type.Integer({ minimum: 0 }), ({ downloads }) => downloads),
    'no-code': shown(Type.Boolean(), () => false),
    'publishing-mechanism': shown(Nullable(Type.String()), () => null),
    ...permissionsOf<ShownModule>({
      'can-delete': ({ mayChange }) => mayChange,
      'can-resync': () => false,
      'can-retry': () => false,
    }),
    'created-at': modules.shown['created-at'],
    'updated-at': modules.shown['updated-at'],
  },
  relationships: { organization: { to: 'organizations', one: ({ organization_name }) => organization_name } },
  links: { self: pathOf },
});

export interface ShownModuleVersion extends ModuleVersionRow {
  readonly module: ModuleRow;
  /**
   * Link for uploading the archive; undefined if the version already has an archive or if the actor may not upload one.
   */
  readonly upload: ReturnType<typeof uploadLinkFor>;
}

/** Returns a version's deprecation in the form in which consumers see it; null if the version is not deprecated. */
export const deprecationOf = ({
  deprecation_id,
  reason,
  link,
}: Pick<ModuleVersionRow, 'deprecation_id' | 'reason' | 'link'>) => (deprecation_id === null ? null : { reason, link });

const input = Exactly({
  name: Type.String(),
  type: NullableString(),
  description: NullableString(),
  default: NullableString(),
  required: Type.Boolean(),
  sensitive: Type.Boolean(),
});
const output = Exactly({ name: Type.String(), description: NullableString(), sensitive: Type.Boolean() });
const provider = Exactly({ name: Type.String(), source: NullableString(), version: NullableString() });

const contentsOf = memoize(({ contents }: ModuleVersionRow) => readContents(contents));

const attributes = {
  source: shown(Type.Literal('tfe-api'), () => 'tfe-api' as const),
  status: moduleVersions.shown.status,
  version: moduleVersions.shown.version,
  sha256: moduleVersions.shown.sha256,
  size: moduleVersions.shown.size,
  readme: shown(NullableString(), (row: ModuleVersionRow) => contentsOf(row).readme),
  inputs: shown(Type.Array(input), (row: ModuleVersionRow) => contentsOf(row).inputs),
  outputs: shown(Type.Array(output), (row: ModuleVersionRow) => contentsOf(row).outputs),
  providers: shown(Type.Array(provider), (row: ModuleVersionRow) => contentsOf(row).providers),
  resources: shown(Type.Array(Type.String()), (row: ModuleVersionRow) => contentsOf(row).resources),
  'required-version': shown(NullableString(), (row: ModuleVersionRow) => contentsOf(row).requiredVersion),
  deprecation: shown(Nullable(Exactly({ reason: NullableString(), link: NullableString() })), deprecationOf),
  'upload-expires-at': shown(Nullable(Timestamp()), ({ upload }: ShownModuleVersion) => upload?.expiresAt ?? null),
  'created-at': moduleVersions.shown['created-at'],
  'updated-at': moduleVersions.shown['updated-at'],
};

/** A version as the endpoints for creating and reading return it. */
export const versionResource = resource<ShownModuleVersion>({
  type: 'registry-module-versions',
  attributes,
  relationships: { 'registry-module': { to: 'registry-modules', one: ({ module_id }) => module_id } },
  links: { self: ({ module, version }) => `${pathOf(module)}/${version}` },
  optionalLinks: { upload: ({ upload }) => upload?.url },
});
