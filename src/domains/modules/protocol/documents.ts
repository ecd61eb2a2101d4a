// Response bodies of the registry protocol, in plain JSON, for Terraform and OpenTofu.
import { Type } from 'typebox';
import { shown, shownList, shownObject } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, NullableString, Timestamp } from '../../../jsonapi/schema.ts';
import type { ModuleInterface, RequiredProvider, Submodule } from '../../../protocols/archives/module-contents.ts';
import type { ModuleRow } from '../registry/access.ts';
import { readContents, type StoredContents } from '../registry/contents.ts';
import type { AvailableVersion } from '../registry/newest.ts';
import { deprecationOf } from '../registry/resource.ts';
import type { DetailedModule, ListedModule } from './available.ts';

const deprecation = Nullable(Exactly({ reason: NullableString(), link: NullableString() }));

const sourceOf = ({ organization_name, name, provider }: ModuleRow): string =>
  `${organization_name}/${name}/${provider}`;

interface ModuleVersions {
  readonly module: ModuleRow;
  readonly versions: readonly AvailableVersion[];
}

const availableVersion = shownObject<AvailableVersion>({
  version: shown(Type.String(), ({ version }) => version),
  deprecation: shown(deprecation, deprecationOf),
});

/** All installable versions of a module, from newest to oldest. */
export const versionsDocument = shownObject<ModuleVersions>({
  modules: shownList(
    shownObject<ModuleVersions>({
      source: shown(Type.String(), ({ module }) => sourceOf(module)),
      versions: shownList(availableVersion, ({ versions }) => versions),
    }),
    (module) => [module],
  ),
});

/** Properties that every response about a module has. */
export const summary = {
  id: shown(Type.String(), ({ module, version }: ListedModule) => `${sourceOf(module)}/${version.version}`),
  owner: shown(Type.String(), () => ''),
  namespace: shown(Type.String(), ({ module }: ListedModule) => module.organization_name),
  name: shown(Type.String(), ({ module }: ListedModule) => module.name),
  version: shown(Type.String(), ({ version }: ListedModule) => version.version),
  provider: shown(Type.String(), ({ module }: ListedModule) => module.provider),
  description: shown(Type.String(), ({ description }: ListedModule) => description ?? ''),
  source: shown(Type.String(), () => ''),
  tag: shown(Type.String(), () => ''),
  published_at: shown(Timestamp(), ({ version }: ListedModule) => version.updated_at),
  downloads: shown(Type.Integer(), ({ downloads }: ListedModule) => downloads),
  verified: shown(Type.Boolean(), () => false),
};

const input = shownObject<StoredContents['inputs'][number]>({
  name: shown(Type.String(), ({ name }) => name),
  type: shown(Type.String(), ({ type }) => type ?? ''),
  description: shown(Type.String(), ({ description }) => description ?? ''),
  default: shown(Type.String(), (each) => each.default ?? ''),
  required: shown(Type.Boolean(), ({ required }) => required),
});

const output = shownObject<StoredContents['outputs'][number]>({
  name: shown(Type.String(), ({ name }) => name),
  description: shown(Type.String(), ({ description }) => description ?? ''),
});

const dependency = shownObject<RequiredProvider>({
  name: shown(Type.String(), ({ name }) => name),
  // Namespace in the provider's source. For example, the namespace of `hashicorp/aws` is `hashicorp`.
  namespace: shown(Type.String(), ({ source }) => source?.split('/').at(-2) ?? ''),
  source: shown(Type.String(), ({ source }) => source ?? ''),
  version: shown(Type.String(), ({ version }) => version ?? ''),
});

/**
 * A resource address, split into type and name. For example, `data.aws_region.current` has the type `data.aws_region`.
 */
const resource = shownObject<string>({
  name: shown(Type.String(), (address) => address.slice(address.lastIndexOf('.') + 1)),
  type: shown(Type.String(), (address) => address.slice(0, Math.max(address.lastIndexOf('.'), 0))),
});

/** Attributes that a module's root and each of its submodules have. */
const parts = {
  empty: shown(
    Type.Boolean(),
    ({ inputs, outputs, resources }: ModuleInterface) => inputs.length + outputs.length + resources.length === 0,
  ),
  inputs: shownList(input, ({ inputs }: ModuleInterface) => inputs),
  outputs: shownList(output, ({ outputs }: ModuleInterface) => outputs),
  provider_dependencies: shownList(dependency, ({ providers }: ModuleInterface) => providers),
  resources: shownList(resource, ({ resources }: ModuleInterface) => resources),
};

const root = shownObject<StoredContents>({
  path: shown(Type.String(), () => ''),
  name: shown(Type.String(), () => ''),
  readme: shown(Type.String(), ({ readme }) => readme ?? ''),
  ...parts,
});

const submodule = shownObject<Submodule>({
  path: shown(Type.String(), ({ name }) => `modules/${name}`),
  name: shown(Type.String(), ({ name }) => name),
  readme: shown(Type.String(), () => ''),
  ...parts,
});

/** One version of a module with its details. */
export const moduleDocument = shownObject<DetailedModule>({
  ...summary,
  deprecation: shown(deprecation, ({ version }) => deprecationOf(version)),
  root: { schema: root.schema, read: ({ version }) => root.read(readContents(version.contents)) },
  submodules: shownList(submodule, ({ version }) => readContents(version.contents).submodules),
  providers: shown(Type.Array(Type.String()), ({ providers }) => providers),
  versions: shown(Type.Array(Type.String()), ({ versions }) => versions.map(({ version }) => version)),
});
