// Exports of the modules domain for the command line.
export { type DeprecationStatement, keepingStatement } from './deprecations/deprecations.ts';
export { moduleDeprecations } from './deprecations/entity.ts';
export {
  type ChangedRange,
  changeRange,
  type DeprecatedVersion,
  deprecatedVersions,
  type Range,
  type VersionChange,
} from './deprecations/range.ts';
export { findModuleDownloads } from './protocol/downloads.ts';
export { type ModuleAccess, type ModulePath, moduleFor, namespaceFor } from './registry/access.ts';
export { readContents } from './registry/contents.ts';
export { moduleVersions } from './registry/entity.ts';
export { newModule, versionProblems } from './registry/input.ts';
export { listModules, shownModule } from './registry/modules.ts';
export {
  deprecationOf,
  moduleResource,
  type ShownModule,
  type ShownModuleVersion,
  versionResource,
} from './registry/resource.ts';
export { publishDirectly } from './registry/upload.ts';
export { readVersion } from './registry/versions.ts';
export { findModuleUsers } from './uses/uses.ts';
