// The modules domain: the private registry, its protocol, and deprecation of versions.
import type { Context } from '../../context.ts';
import { ownHostsRoutes } from './deprecations/own-hosts.ts';
import { deprecationRoutes } from './deprecations/routes.ts';
import { archiveDownload } from './protocol/archive-routes.ts';
import { serviceDiscovery } from './protocol/discovery.ts';
import { deprecationsInUse, versionDownloads } from './protocol/download-routes.ts';
import { protocolRoutes } from './protocol/routes.ts';
import { leftoverRemoval } from './registry/leftovers.ts';
import { includableNoCode, noCodeRoutes } from './registry/no-code/routes.ts';
import { registryRoutes } from './registry/routes.ts';
import { archiveUpload } from './registry/upload-routes.ts';

export { deprecatableModule } from './deprecations/access.ts';
export { type DeprecationStatement, keepingStatement } from './deprecations/deprecations.ts';
export { moduleDeprecations } from './deprecations/entity.ts';
export {
  applyToRange,
  type DeprecatedVersion,
  deprecatedVersions,
  type Outcome,
  previewRange,
  type Range,
} from './deprecations/range.ts';
export type { DownloadAttributes } from './protocol/download-resource.ts';
export { findModuleDownloads } from './protocol/downloads.ts';
export {
  type ModuleAccess,
  type ModulePath,
  readableModule,
  requireModuleManager,
} from './registry/access.ts';
export { readContents } from './registry/contents.ts';
export { moduleVersions } from './registry/entity.ts';
export { newModule, versionProblems } from './registry/input.ts';
export { listModules, shownModule } from './registry/modules.ts';
export {
  deprecationOf,
  moduleResource,
  type ShownModule,
  type ShownVersion,
  type VersionAttributes,
  versionResource,
} from './registry/resource.ts';
export { publishDirectly } from './registry/upload.ts';
export { readVersion } from './registry/versions.ts';

export const modules = {
  routes: [
    serviceDiscovery,
    ...registryRoutes,
    ...noCodeRoutes,
    ...protocolRoutes,
    archiveUpload,
    archiveDownload,
    ...deprecationRoutes,
    ...ownHostsRoutes,
    versionDownloads,
    deprecationsInUse,
  ],
  includable: includableNoCode,
  jobs: (context: Context) => [leftoverRemoval(context)],
} as const;
