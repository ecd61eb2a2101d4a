// Consumers that downloaded a version. They show a publisher whom a deprecation would warn.
import type { Context } from '../../../context.ts';
import { downloadsOfModule, type ModuleDownloadRow } from './download-store.ts';

/** Returns the consumers of all versions of a module, sorted by version and then by last download, newest first. */
export const findModuleDownloads = ({ database }: Context, moduleId: string): Promise<readonly ModuleDownloadRow[]> =>
  database.scan(downloadsOfModule, { module: moduleId });
