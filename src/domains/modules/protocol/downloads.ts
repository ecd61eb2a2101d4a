// Consumers that downloaded a version. Publishers use this list to find out who would be warned by a deprecation.
import type { Context } from '../../../context.ts';
import { downloadsOfModule, type ModuleDownloadRow } from './download-store.ts';

/**
 * Returns the consumers of all versions of a module. They are sorted by version and then by the time of the last
 * download, from newest to oldest.
 */
export const findModuleDownloads = ({ database }: Context, moduleId: string): Promise<readonly ModuleDownloadRow[]> =>
  database.scan(downloadsOfModule, { module: moduleId });
