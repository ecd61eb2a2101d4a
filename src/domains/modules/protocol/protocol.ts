// What the registry protocol answers: plain JSON, as the command lines of consumers read it.
import { Type } from 'typebox';
import type { Reply } from '../../../http/reply.ts';
import type { ApiError } from '../../../jsonapi/errors.ts';
import { Exactly, Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import { type KeptContents, readContents } from '../registry/contents.ts';
import { deprecationOf } from '../registry/resource.ts';
import type { ModuleRow, OfferedVersion, VersionRow } from '../registry/store.ts';
import type { OfferedModule } from './protocol-list.ts';

const json = 'application/json';

const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  404: 'Not found',
  429: 'Too many requests',
  500: 'Internal server error',
  503: 'Service unavailable',
};

/** A failure as the protocol tells it: texts alone. */
const showFailure = ({ status, problems, headers }: ApiError) => {
  const texts = problems.map(({ detail }) => detail);
  const errors = texts.length > 0 ? texts : [titles[status] ?? `Status ${status}`];
  return { status, headers: { ...headers, 'content-type': json }, body: JSON.stringify({ errors }) };
};

const failures = { showFailure, failure: Exactly({ errors: Type.Array(Type.String(), { minItems: 1 }) }) };

/** A document of the protocol. */
export const protocolDocument = <Output extends object>(schema: Parameters<typeof Type.Array>[0]): Reply<Output> => ({
  ...failures,
  status: 200,
  mediaType: json,
  schema: () => schema,
  render: (document) => ({ status: 200, headers: { 'content-type': json }, body: JSON.stringify(document) }),
});

/** Where to get the archive: stock clients follow the header, and unpack what its ending tells. */
export const whereToGet: Reply<string> = {
  ...failures,
  status: 204,
  render: (url) => ({
    status: 204,
    headers: { 'x-terraform-get': `${url}?archive=tar.gz`, 'cache-control': 'no-store' },
  }),
};

/** The way to another path of the protocol. */
export const elsewhere: Reply<string> = {
  ...failures,
  status: 302,
  render: (location) => ({ status: 302, headers: { location } }),
};

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
export const versionsDocument = (module: ModuleRow, versions: readonly OfferedVersion[]) => ({
  modules: [
    {
      source: sourceOf(module),
      versions: versions.map((each) => ({ version: each.version, deprecation: deprecationOf(each) })),
    },
  ],
});

/** What every document tells of a module. */
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

const rootOf = ({ readme, inputs, outputs, providers, resources }: KeptContents) => ({
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

/** A module, and what is told of it beside. */
export interface ToldModule {
  readonly module: ModuleRow;
  readonly version: VersionRow;
  /** Every version that can be installed, newest first. */
  readonly versions: readonly OfferedVersion[];
  /** The providers that there are modules of this name for. */
  readonly providers: readonly string[];
  readonly downloads: number;
}

/** A module as the members of `summary`. */
export const summaryOf = ({ module, version, downloads }: OfferedModule) => ({
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

/** One version with all that is known of it. */
export const moduleDocument = ({ module, version, versions, providers, downloads }: ToldModule) => ({
  ...summaryOf({ module, version, downloads }),
  deprecation: deprecationOf(version),
  root: rootOf(readContents(version.contents)),
  submodules: [],
  providers: [...providers],
  versions: versions.map((each) => each.version),
});
