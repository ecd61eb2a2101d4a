import { page } from '../../http/reply.ts';
import { route } from '../../http/route.ts';
import { redirectTo } from '../../pages/page-reply.ts';
import { siteOf } from '../instance/index.ts';
import { consoleBuild } from './build.ts';
import { openAsset, openConsole } from './console.ts';

const opened = { isRoot: true, caller: 'visitor', reply: page } as const;

const home = route('GET', '/', {
  ...opened,
  summary: 'The start page of the console',
  handle: (context, { actor }) => openConsole(context, actor, '/', consoleBuild()),
});

const inside = route('GET', '/app/*', {
  ...opened,
  summary: 'A page of the console',
  handle: (context, { actor, request }) => openConsole(context, actor, request.url, consoleBuild()),
});

/** Every address of the console begins with this one, which people shorten others to. */
const beginnings = (['/app', '/app/'] as const).map((path) =>
  route('GET', path, {
    isRoot: true,
    caller: 'anyone',
    reply: page,
    summary: 'Leads to the start page of the console',
    handle: (context) => redirectTo(siteOf(context), '/'),
  }),
);

/** Stock clients show people this address of a workspace. Workspaces have no page; their organization has. */
const workspacePage = route('GET', '/app/:organization_name/workspaces/:workspace_name', {
  isRoot: true,
  caller: 'anyone',
  reply: page,
  summary: 'Leads to the organization of a workspace',
  handle: (context, { params }) =>
    redirectTo(siteOf(context), `/app/organizations/${encodeURIComponent(params.organization_name)}`),
});

const asset = route('GET', '/console/assets/:asset_name', {
  isRoot: true,
  summary: 'A script or style of the console',
  caller: 'anyone',
  reply: page,
  handle: (_, { params, request }) => openAsset(params.asset_name, String(request.headers['accept-encoding'] ?? '')),
});

export const consoleRoutes = [home, ...beginnings, workspacePage, inside, asset];
