// Decides which downloads contain a deprecation notice: downloads of deprecated versions, if the organization has
// enabled notices.

import type { Reader } from '../../../db/database.ts';
import type { RequestHeaders } from '../../../http/client-request.ts';
import { readContents } from '../registry/contents.ts';
import { noticeEntry } from './notice-file.ts';
import { noticeOfVersion, requestedNotice } from './store.ts';

/** First Terraform version that supports check blocks: 1.5. All OpenTofu versions support them. */
const [major, minor] = [1, 5];

/** Whether a client supports check blocks. Older clients would fail if a module contained a check block. */
export function readsCheckBlocks(headers: RequestHeaders): boolean {
  const [, first, second] = /^v?(\d{1,9})\.(\d{1,9})/.exec(clientVersion(headers)) ?? [];
  return Number(first) > major || (Number(first) === major && Number(second) >= minor);
}

function clientVersion(headers: RequestHeaders): string {
  const version = headers['x-terraform-version'];
  const [, fromAgent = ''] = /(?:Terraform|OpenTofu)\/v?([\d.]+)/.exec(headers['user-agent'] ?? '') ?? [];
  return typeof version === 'string' ? version : fromAgent;
}

/** Whether a version is deprecated and its organization has enabled notices. */
export const wantsNotice = async (reader: Reader, versionId: string): Promise<boolean> =>
  (await reader.first(requestedNotice, { version: versionId })) !== undefined;

/** Returns the bytes that are sent before the archive; undefined if the version is no longer deprecated. */
export async function noticeFor(reader: Reader, versionId: string): Promise<Buffer | undefined> {
  const row = await reader.first(noticeOfVersion, { version: versionId });
  if (row === undefined) return undefined;
  const { organization_name, name, provider, version, reason, link, contents } = row;
  const notice = { module: `${organization_name}/${name}/${provider}`, version, reason, link };
  return noticeEntry(notice, readContents(contents).rootNames);
}
