// The consumers that downloaded a version, so that a publisher sees whom a deprecation would warn.
import type { Context } from '../../../context.ts';
import { readPageOf } from '../../../db/page.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Page } from '../../../kernel/page.ts';
import {
  type DownloadRow,
  downloadPage,
  downloadsOfModule,
  latestDownloads,
  type ModuleDownloadRow,
} from './download-store.ts';

export type { DownloadRow } from './download-store.ts';

/** The hundred consumers that downloaded a version last, the latest first. */
export const findLatestDownloads = ({ database }: Context, versionId: string): Promise<readonly DownloadRow[]> =>
  database.rows(latestDownloads, { version: versionId });

/** A page of the consumers that downloaded a version, the latest first. */
export const listDownloads = (
  { database }: Context,
  versionId: string,
  { page }: ListQuery,
): Promise<Page<DownloadRow>> => readPageOf(database, downloadPage, { values: { version: versionId }, request: page });

/** The consumers of each version of a module: the newest version first, and of each the latest consumer first. */
export const findModuleDownloads = ({ database }: Context, moduleId: string): Promise<readonly ModuleDownloadRow[]> =>
  database.scan(downloadsOfModule, { module: moduleId });
