import { page } from '../../http/reply.ts';
import { route } from '../../http/route.ts';
import { redirectTo } from '../../pages/page-reply.ts';
import { siteOf } from '../instance/index.ts';
import { consoleBuild } from './build.ts';
import { openAsset, openConsole } from './console.ts';
import { openDocumentation } from './documentation.ts';
import { documentationBuild } from './documentation-build.ts';

const opened = { isRoot: true, caller: 'visitor', reply: page } as const;
const anyone = { ...opened, caller: 'anyone' } as const;

const home = route('GET', '/', {
  ...opened,
  summary: 'Show the start page of the console',
  handle: (context, { actor }) => openConsole(context, actor, '/', consoleBuild()),
});

const inside = route('GET', '/app/*', {
  ...opened,
  summary: 'Show a page of the console',
  handle: (context, { actor, request }) => openConsole(context, actor, request.url, consoleBuild()),
});

/** Prefix of all console paths. Users who shorten a URL by hand request this path. */
const beginnings = (['/app', '/app/'] as const).map((path) =>
  route('GET', path, {
    ...anyone,
    summary: 'Redirect to the start page of the console',
    handle: (context) => redirectTo(siteOf(context), '/'),
  }),
);

const registryOf = (organization: string): string => `/app/organizations/${encodeURIComponent(organization)}/registry`;

interface NamedModule {
  readonly organization_name: string;
  readonly module_name: string;
  readonly module_provider: string;
}

const pageOfModule = ({ organization_name, module_name, module_provider }: NamedModule): string =>
  [registryOf(organization_name), ...[module_name, module_provider].map(encodeURIComponent)].join('/');

/**
 * Module URLs that publishers can use in deprecation notices and documents. The path is `/registry/` followed by the
 * parts of the module source.
 */
const registryPages = [
  route('GET', '/registry/:organization_name', {
    ...anyone,
    summary: 'Redirect to the modules of an organization',
    handle: (context, { params }) => redirectTo(siteOf(context), registryOf(params.organization_name)),
  }),
  route('GET', '/registry/:organization_name/:module_name/:module_provider', {
    ...anyone,
    summary: 'Redirect to the newest version of a module',
    handle: (context, { params }) => redirectTo(siteOf(context), pageOfModule(params)),
  }),
  route('GET', '/registry/:organization_name/:module_name/:module_provider/:module_version', {
    ...anyone,
    summary: 'Redirect to a version of a module',
    handle: (context, { params }) =>
      redirectTo(siteOf(context), `${pageOfModule(params)}?${new URLSearchParams({ version: params.module_version })}`),
  }),
];

const asset = route('GET', '/console/assets/:asset_name', {
  ...anyone,
  summary: 'Get a script or a style sheet of the console',
  handle: (context, { params, request }) =>
    openAsset(context, params.asset_name, String(request.headers['accept-encoding'] ?? '')),
});

const documentation = [
  route('GET', '/docs', {
    ...anyone,
    summary: 'Redirect to the start page of the documentation',
    handle: (context) => redirectTo(siteOf(context), '/docs/'),
  }),
  route('GET', '/docs/', {
    ...anyone,
    summary: 'Show the start page of the documentation',
    handle: (context, { request }) => openDocumentation(context, request, '', documentationBuild()),
  }),
  route('GET', '/docs/*', {
    ...anyone,
    summary: 'Show a page or a file of the documentation',
    handle: (context, { params, request }) => openDocumentation(context, request, params['*'], documentationBuild()),
  }),
];

export const consoleRoutes = [home, ...beginnings, ...registryPages, inside, asset, ...documentation];
