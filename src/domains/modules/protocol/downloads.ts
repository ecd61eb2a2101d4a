// The consumers that downloaded a version, so that a publisher sees whom a deprecation would warn.
import type { Context } from '../../../context.ts';
import { downloadsOfModule, type ModuleDownloadRow } from './download-store.ts';

/** The consumers of each version of a module: the newest version first, and of each the latest consumer first. */
export const findModuleDownloads = ({ database }: Context, moduleId: string): Promise<readonly ModuleDownloadRow[]> =>
  database.scan(downloadsOfModule, { module: moduleId });
