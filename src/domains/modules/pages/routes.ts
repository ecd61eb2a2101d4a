import { page } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { openModule, openModules, openVersion } from './open.ts';

const ofOrganization = '/registry/:organization_name';
const ofModule = `${ofOrganization}/:module_name/:module_provider` as const;

const opened = { isRoot: true, caller: 'visitor', reply: page } as const;

const modules = route('GET', ofOrganization, {
  ...opened,
  summary: 'The page with all modules of an organization',
  query: { paginated: true },
  handle: (context, { actor, params, query }) => openModules(context, actor, params, query),
});

const newest = route('GET', ofModule, {
  ...opened,
  summary: "The way to a module's newest version",
  handle: (context, { actor, params }) => openModule(context, actor, params),
});

const version = route('GET', `${ofModule}/:module_version`, {
  ...opened,
  summary: 'The page of a version of a module',
  handle: (context, { actor, params }) => openVersion(context, actor, params),
});

export const modulePageRoutes = [modules, newest, version];
