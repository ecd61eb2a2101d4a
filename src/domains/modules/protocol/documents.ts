// The documents of the registry protocol: plain JSON, as the command lines of consumers read it.
import { Type } from 'typebox';
import { Exactly, Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import type { ModuleRow } from '../registry/access.ts';
import { readContents, type StoredContents } from '../registry/contents.ts';
import type { AvailableVersion } from '../registry/newest.ts';
import { deprecationOf } from '../registry/resource.ts';
import type { DetailedModule, ListedModule } from './available.ts';

const text = () => Nullable(Type.String());
const deprecation = Nullable(Exactly({ reason: text(), link: text() }));

export const versionsSchema = Exactly({
  modules: Type.Array(
    Exactly({ source: Type.String(), versions: Type.Array(Exactly({ version: Type.String(), deprecation })) }),
  ),
});

const sourceOf = ({ organization_name, name, provider }: ModuleRow): string =>
  `${organization_name}/${name}/${provider}`;

/** Every version that can be installed, newest first. */
export const versionsDocument = (module: ModuleRow, versions: readonly AvailableVersion[]) => ({
  modules: [
    {
      source: sourceOf(module),
      versions: versions.map((each) => ({ version: each.version, deprecation: deprecationOf(each) })),
    },
  ],
});

/** The members of every document of a module. */
export const summary = {
  id: Type.String(),
  owner: Type.String(),
  namespace: Type.String(),
  name: Type.String(),
  version: Type.String(),
  provider: Type.String(),
  description: Type.String(),
  source: Type.String(),
  tag: Type.String(),
  published_at: Timestamp(),
  downloads: Type.Integer(),
  verified: Type.Boolean(),
};

const root = Exactly({
  path: Type.String(),
  name: Type.String(),
  readme: Type.String(),
  empty: Type.Boolean(),
  inputs: Type.Array(
    Exactly({
      name: Type.String(),
      type: Type.String(),
      description: Type.String(),
      default: Type.String(),
      required: Type.Boolean(),
    }),
  ),
  outputs: Type.Array(Exactly({ name: Type.String(), description: Type.String() })),
  provider_dependencies: Type.Array(
    Exactly({ name: Type.String(), namespace: Type.String(), source: Type.String(), version: Type.String() }),
  ),
  resources: Type.Array(Exactly({ name: Type.String(), type: Type.String() })),
});

export const moduleSchema = Exactly({
  ...summary,
  deprecation,
  root,
  submodules: Type.Array(Type.Null()),
  providers: Type.Array(Type.String()),
  versions: Type.Array(Type.String()),
});

/** `data.aws_region.current` is of type `data.aws_region`. */
const resourceOf = (address: string) => {
  const end = address.lastIndexOf('.');
  return { name: address.slice(end + 1), type: address.slice(0, Math.max(end, 0)) };
};

/** `hashicorp/aws` is in the namespace `hashicorp`. */
const namespaceOf = (source: string): string => source.split('/').at(-2) ?? '';

const rootOf = ({ readme, inputs, outputs, providers, resources }: StoredContents) => ({
  path: '',
  name: '',
  readme: readme ?? '',
  empty: inputs.length + outputs.length + resources.length === 0,
  inputs: inputs.map((each) => ({
    name: each.name,
    type: each.type ?? '',
    description: each.description ?? '',
    default: each.default ?? '',
    required: each.required,
  })),
  outputs: outputs.map(({ name, description }) => ({ name, description: description ?? '' })),
  provider_dependencies: providers.map(({ name, source, version }) => ({
    name,
    namespace: namespaceOf(source ?? ''),
    source: source ?? '',
    version: version ?? '',
  })),
  resources: resources.map(resourceOf),
});

/** A module as the members of `summary`. */
export const summaryOf = ({ module, version, downloads }: ListedModule) => ({
  id: `${sourceOf(module)}/${version.version}`,
  owner: '',
  namespace: module.organization_name,
  name: module.name,
  version: version.version,
  provider: module.provider,
  description: '',
  source: '',
  tag: '',
  published_at: version.updated_at,
  downloads,
  verified: false,
});

/** One version of a module with its details. */
export const moduleDocument = ({ module, version, versions, providers, downloads }: DetailedModule) => ({
  ...summaryOf({ module, version, downloads }),
  deprecation: deprecationOf(version),
  root: rootOf(readContents(version.contents)),
  submodules: [],
  providers: [...providers],
  versions: versions.map((each) => each.version),
});
