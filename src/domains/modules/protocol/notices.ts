// Which downloads get an archive with a notice: those of deprecated versions, where the organization has opted in.

import type { Reader } from '../../../db/database.ts';
import type { RequestHeaders } from '../../../http/client-request.ts';
import { readContents } from '../registry/contents.ts';
import { noticeEntry } from './notice-file.ts';
import { noticeOfVersion, wantedNotice } from './store.ts';

/** The first version whose command line reads check blocks: Terraform 1.5; every OpenTofu does. */
const [major, minor] = [1, 5];

/** True if a client reads check blocks: an older one would fail on them. */
export function readsCheckBlocks(headers: RequestHeaders): boolean {
  const [, first, second] = /^v?(\d{1,9})\.(\d{1,9})/.exec(clientVersion(headers)) ?? [];
  return Number(first) > major || (Number(first) === major && Number(second) >= minor);
}

function clientVersion(headers: RequestHeaders): string {
  const version = headers['x-terraform-version'];
  const [, fromAgent = ''] = /(?:Terraform|OpenTofu)\/v?([\d.]+)/.exec(headers['user-agent'] ?? '') ?? [];
  return typeof version === 'string' ? version : fromAgent;
}

/** True if a version is deprecated now and its organization has opted in to notices. */
export const wantsNotice = async (reader: Reader, versionId: string): Promise<boolean> =>
  (await reader.first(wantedNotice, { version: versionId })) !== undefined;

/** The bytes to send before an archive's own; undefined when the version is no longer deprecated. */
export async function noticeFor(reader: Reader, versionId: string): Promise<Buffer | undefined> {
  const row = await reader.first(noticeOfVersion, { version: versionId });
  if (row === undefined) return undefined;
  const { organization_name, name, provider, version, reason, link, contents } = row;
  const notice = { module: `${organization_name}/${name}/${provider}`, version, reason, link };
  return noticeEntry(notice, readContents(contents).rootNames);
}
