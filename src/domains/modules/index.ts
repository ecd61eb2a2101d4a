// The modules domain: the private registry, its protocol, deprecation of versions, and the pages of modules.
import type { Context } from '../../context.ts';
import { deprecationRoutes } from './deprecations/routes.ts';
import { modulePageRoutes } from './pages/routes.ts';
import { serviceDiscovery } from './protocol/discovery.ts';
import { protocolRoutes } from './protocol/protocol-routes.ts';
import { leftoverRemoval } from './registry/leftovers.ts';
import { objectRoutes } from './registry/object-routes.ts';
import { registryRoutes } from './registry/routes.ts';

export const modules = {
  routes: [
    serviceDiscovery,
    ...registryRoutes,
    ...protocolRoutes,
    ...objectRoutes,
    ...deprecationRoutes,
    ...modulePageRoutes,
  ],
  jobs: (context: Context) => [leftoverRemoval(context)],
  expiring: [{ table: 'object_links', key: 'hash' }],
} as const;
