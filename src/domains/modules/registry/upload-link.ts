import type { Context } from '../../../context.ts';
import type { Actor } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import { granteeDetails } from './grantee.ts';
import { linkWith } from './links.ts';
import type { VersionRow } from './version-store.ts';

/** Where an actor sends the archive of a version, and until when. */
export interface UploadLink {
  readonly url: string;
  readonly expiresAt: string;
}

/** In milliseconds. */
const hour = 3_600_000;

/**
 * The link of an actor to a version that waits for its archive: until the end of the next hour of the clock, and the same
 * whenever it is shown within an hour. Undefined for a version that has its archive, and for an actor who gets no links.
 */
export function uploadLinkOf(
  context: Context,
  actor: Actor,
  { id, status }: Pick<VersionRow, 'id' | 'status'>,
): UploadLink | undefined {
  const details = granteeDetails(actor);
  if (status !== 'pending' || details === undefined) return undefined;
  const endsAt = (Math.floor(context.clock.now() / hour) + 2) * hour;
  const url = linkWith(context, { purpose: 'upload', versionId: id, details, endsAt });
  return { url, expiresAt: timestamp(endsAt) };
}
