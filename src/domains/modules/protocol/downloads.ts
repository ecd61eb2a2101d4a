// The consumers that downloaded a version, so that a publisher sees whom a deprecation would warn.
import type { Context } from '../../../context.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Page } from '../../../kernel/page.ts';
import { type DownloadRow, downloadPage, downloadsOfModule, type ModuleDownloadRow } from './download-store.ts';

/** A page of the consumers that downloaded a version, the latest first. */
export const listDownloads = ({ database }: Context, versionId: string, query: ListQuery): Promise<Page<DownloadRow>> =>
  downloadPage.read(database, query, { version: versionId });

/** The consumers of each version of a module: the newest version first, and of each the latest consumer first. */
export const findModuleDownloads = ({ database }: Context, moduleId: string): Promise<readonly ModuleDownloadRow[]> =>
  database.scan(downloadsOfModule, { module: moduleId });
