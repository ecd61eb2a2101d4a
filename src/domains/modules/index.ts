// The modules domain: the private module registry, the registry protocol, and the deprecation of module versions.
import type { Context } from '../../context.ts';
import { ownHostsRoutes } from './deprecations/own-hosts.ts';
import { deprecationRoutes } from './deprecations/routes.ts';
import { archiveDownload } from './protocol/archive-routes.ts';
import { serviceDiscovery } from './protocol/discovery.ts';
import { deprecationsInUse, versionDownloads } from './protocol/download-routes.ts';
import { protocolRoutes } from './protocol/routes.ts';
import { versionFile } from './registry/file-routes.ts';
import { orphanRemoval } from './registry/orphans.ts';
import { registryRoutes } from './registry/routes.ts';
import { archiveUpload } from './registry/upload-routes.ts';
import { moduleUseRoutes } from './uses/routes.ts';
import { areStored, replaceUses } from './uses/store.ts';
import { findUsedVersions, registryHosts } from './uses/uses.ts';

export { moduleOverview } from './protocol/overview.ts';

export const modules = {
  ports: { registryHosts, findUsedVersions, areUsesStored: areStored, replaceUses },
  routes: [
    serviceDiscovery,
    ...registryRoutes,
    versionFile,
    ...protocolRoutes,
    archiveUpload,
    archiveDownload,
    ...deprecationRoutes,
    ...ownHostsRoutes,
    versionDownloads,
    deprecationsInUse,
    ...moduleUseRoutes,
  ],
  jobs: (context: Context) => [orphanRemoval(context)],
} as const;
