import type { Context } from '../../../context.ts';
import { capabilityWith } from '../../../http/object-links.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { granteeDetails } from './grantee.ts';

/** Address to which an actor sends an archive, and its expiry. */
export interface UploadLink {
  readonly url: string;
  readonly expiresAt: string;
}

/** Destination of the archive: a record, and the path of the links to it. */
interface Destination {
  readonly path: string;
  readonly purpose: string;
  readonly id: string;
}

/** In milliseconds. */
const hour = 3_600_000;

/**
 * The link of an actor to a record that waits for an archive: until the end of the next hour of the clock, and the same
 * whenever it is shown within an hour. Undefined for an actor who gets no links.
 */
export function uploadLinkFor(
  context: Context,
  actor: Actor,
  { path, purpose, id }: Destination,
): UploadLink | undefined {
  const details = granteeDetails(actor);
  if (details === undefined) return undefined;
  const endsAt = (Math.floor(context.clock.now() / hour) + 2) * hour;
  const capability = capabilityWith(context, { purpose, id, details, endsAt });
  return { url: `${context.baseUrl()}${path}/${capability}`, expiresAt: timestamp(endsAt) };
}
