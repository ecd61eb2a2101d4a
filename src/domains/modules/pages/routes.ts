import { page } from '../../../http/reply.ts';
import { type RouteFactory, route } from '../../../http/route.ts';
import { openModule, openModules, openVersion } from './open.ts';

const ofOrganization = '/registry/:organization_name';
const ofModule = `${ofOrganization}/:module_name/:module_provider` as const;

const opened = { method: 'GET', isRoot: true, caller: 'visitor', reply: page } as const;

const modules: RouteFactory = () =>
  route({
    ...opened,
    path: ofOrganization,
    summary: 'The page with all modules of an organization',
    query: { paginated: true },
    handle: (context, { actor, params, query }) => openModules(context, actor, params, query),
  });

const newest: RouteFactory = () =>
  route({
    ...opened,
    path: ofModule,
    summary: "The way to a module's newest version",
    handle: (context, { actor, params }) => openModule(context, actor, params),
  });

const version: RouteFactory = () =>
  route({
    ...opened,
    path: `${ofModule}/:module_version`,
    summary: 'The page of a version of a module',
    handle: (context, { actor, params }) => openVersion(context, actor, params),
  });

export const modulePageRoutes: readonly RouteFactory[] = [modules, newest, version];
