// The notice that an archive of a deprecated version carries to consumers whose organization wants it.
import type { IncomingHttpHeaders } from 'node:http';
import type { Reader } from '../../../db/database.ts';
import { readContents } from '../registry/contents.ts';
import { noticeEntry } from './notice-file.ts';
import { noticeOfVersion, wantedNotice } from './store.ts';

/** Which command lines know check blocks: Terraform from 1.5 on, and every OpenTofu. */
const [major, minor] = [1, 5];

const versionIn = (headers: IncomingHttpHeaders): string => {
  const sentVersion = headers['x-terraform-version'];
  const [, named = ''] = /(?:Terraform|OpenTofu)\/v?([\d.]+)/.exec(headers['user-agent'] ?? '') ?? [];
  return typeof sentVersion === 'string' ? sentVersion : named;
};

/** Whether a client prints what a check block says, and does not stumble over one. */
export const knowsChecks = (headers: IncomingHttpHeaders): boolean => {
  const [, first, second] = /^v?(\d{1,9})\.(\d{1,9})/.exec(versionIn(headers)) ?? [];
  return Number(first) > major || (Number(first) === major && Number(second) >= minor);
};

/** Whether an archive shall carry a notice: its version is deprecated now, and its organization has opted in. */
export const wantsNotice = async (reader: Reader, versionId: string): Promise<boolean> =>
  (await reader.first(wantedNotice, { version: versionId })) !== undefined;

/** What is to be sent before an archive's own bytes; undefined when the version is no longer deprecated. */
export const noticeFor = async (reader: Reader, versionId: string): Promise<Buffer | undefined> => {
  const row = await reader.first(noticeOfVersion, { version: versionId });
  if (row === undefined) return undefined;
  const { organization_name, name, provider, version, reason, link, contents } = row;
  const notice = { module: `${organization_name}/${name}/${provider}`, version, reason, link };
  return noticeEntry(notice, readContents(contents).rootNames);
};
