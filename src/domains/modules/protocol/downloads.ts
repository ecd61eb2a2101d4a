// Who has fetched which version, so that a publisher sees who would be warned.
import type { Context } from '../../../context.ts';
import { readPageOf } from '../../../db/page.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Page } from '../../../lib/page.ts';
import {
  type DownloadRow,
  downloadPage,
  downloadsOfModule,
  latestDownloads,
  type ModuleDownloadRow,
} from './download-store.ts';

export type { DownloadRow, ModuleDownloadRow } from './download-store.ts';

/** Who has fetched a version, those who did last first; a hundred at most. */
export const downloadsOfVersion = ({ database }: Context, versionId: string): Promise<readonly DownloadRow[]> =>
  database.rows(latestDownloads, { version: versionId });

/** A page of the same. */
export const listDownloads = (
  { database }: Context,
  versionId: string,
  { page }: ListQuery,
): Promise<Page<DownloadRow>> => readPageOf(database, downloadPage, { values: { version: versionId }, request: page });

/** Who has fetched any version of a module: the newest version first, and of each those who did last first. */
export const findDownloads = ({ database }: Context, moduleId: string): Promise<readonly ModuleDownloadRow[]> =>
  database.scan(downloadsOfModule, { module: moduleId });
