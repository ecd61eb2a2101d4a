import { Type } from 'typebox';
import { resource } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import { readContents } from './contents.ts';
import type { ModuleRow } from './module-store.ts';
import type { ListedVersion, VersionRow } from './version-store.ts';

/** A module with its versions, and whether the actor may change it. */
export interface ShownModule extends ModuleRow {
  /** Newest first. */
  readonly versions: readonly Pick<ListedVersion, 'version' | 'status'>[];
  readonly mayChange: boolean;
}

const status = () => Type.Enum(['pending', 'ok']);

const pathOf = ({ organization_name: home, name, provider }: ModuleRow): string =>
  `/api/v2/organizations/${home}/registry-modules/private/${home}/${name}/${provider}`;

const statusOf = (versions: ShownModule['versions']): 'pending' | 'setup_complete' =>
  versions.some((each) => each.status === 'ok') ? 'setup_complete' : 'pending';

/** A module in the answers of show, create and list. */
export const moduleResource = resource<ShownModule>()({
  type: 'registry-modules',
  attributes: Exactly({
    name: Type.String(),
    provider: Type.String(),
    namespace: Type.String(),
    'registry-name': Type.Literal('private'),
    status: Type.Enum(['pending', 'setup_complete']),
    'version-statuses': Type.Array(Exactly({ version: Type.String(), status: status() })),
    'no-code': Type.Boolean(),
    'publishing-mechanism': Type.Null(),
    'vcs-repo': Type.Null(),
    permissions: Exactly({
      'can-delete': Type.Boolean(),
      'can-resync': Type.Boolean(),
      'can-retry': Type.Boolean(),
    }),
    'created-at': Timestamp(),
    'updated-at': Timestamp(),
  }),
  id: ({ id }) => id,
  present: ({ organization_name, name, provider, versions, mayChange, created_at, updated_at }) => ({
    name,
    provider,
    namespace: organization_name,
    'registry-name': 'private' as const,
    status: statusOf(versions),
    'version-statuses': versions.map(({ version, status: its }) => ({ version, status: its })),
    'no-code': false,
    'publishing-mechanism': null,
    'vcs-repo': null,
    permissions: { 'can-delete': mayChange, 'can-resync': false, 'can-retry': false },
    'created-at': created_at,
    'updated-at': updated_at,
  }),
  relationships: { organization: { to: 'organizations', one: ({ organization_name }) => organization_name } },
  links: { self: pathOf },
});

/** A version with its module. */
export interface ShownVersion extends VersionRow {
  readonly module: ModuleRow;
}

/** A version with the absolute link that takes its archive. */
export interface CreatedVersion extends ShownVersion {
  readonly uploadUrl: string;
}

const text = () => Nullable(Type.String());

const attributes = Exactly({
  source: Type.Literal('tfe-api'),
  status: status(),
  version: Type.String(),
  sha256: text(),
  size: Nullable(Type.Integer()),
  readme: text(),
  inputs: Type.Array(
    Exactly({
      name: Type.String(),
      type: text(),
      description: text(),
      default: text(),
      required: Type.Boolean(),
      sensitive: Type.Boolean(),
    }),
  ),
  outputs: Type.Array(Exactly({ name: Type.String(), description: text(), sensitive: Type.Boolean() })),
  providers: Type.Array(Exactly({ name: Type.String(), source: text(), version: text() })),
  resources: Type.Array(Type.String()),
  'required-version': text(),
  deprecation: Nullable(Exactly({ reason: text(), link: text() })),
  'created-at': Timestamp(),
  'updated-at': Timestamp(),
});

/** A version's deprecation as consumers see it; null where there is none. */
export const deprecationOf = ({
  deprecation_id,
  reason,
  link,
}: Pick<VersionRow, 'deprecation_id' | 'reason' | 'link'>) => (deprecation_id === null ? null : { reason, link });

const present = (row: VersionRow) => {
  const { readme, inputs, outputs, providers, resources, requiredVersion } = readContents(row.contents);
  return {
    source: 'tfe-api' as const,
    status: row.status,
    version: row.version,
    sha256: row.sha256,
    size: row.size,
    readme,
    inputs: [...inputs],
    outputs: [...outputs],
    providers: [...providers],
    resources: [...resources],
    'required-version': requiredVersion,
    deprecation: deprecationOf(row),
    'created-at': row.created_at,
    'updated-at': row.updated_at,
  };
};

const self = ({ module, version }: ShownVersion): string => `${pathOf(module)}/${version}`;
const relationships = {
  'registry-module': { to: 'registry-modules', one: ({ module_id }: VersionRow) => module_id },
} as const;

const type = 'registry-module-versions';

/** A version in the answer of show. */
export const versionResource = resource<ShownVersion>()({
  type,
  attributes,
  id: ({ id }) => id,
  present,
  relationships,
  links: { self },
});

/** A version in the answer of create: with the link for its archive, which is shown only once. */
export const createdVersionResource = resource<CreatedVersion>()({
  type,
  attributes,
  id: ({ id }) => id,
  present,
  relationships,
  links: { self, upload: ({ uploadUrl }) => uploadUrl },
});
