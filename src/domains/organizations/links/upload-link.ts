import type { Context } from '../../../context.ts';
import { capabilityWith } from '../../../http/object-links.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { granteeDetails } from './grantee.ts';

/** URL to which an archive can be uploaded. Its expiry is an ISO 8601 time. */
export interface UploadLink {
  readonly url: string;
  readonly expiresAt: string;
}

/** Record to which the uploaded archive belongs, and the path of its upload links. */
interface Destination {
  readonly path: string;
  readonly purpose: string;
  readonly id: string;
}

const hour = 3_600_000;

/**
 * Returns an upload link for a record that has no archive yet. The link expires at the end of the next full hour, so
 * all responses within one hour contain the same link. Undefined if the actor may not get upload links.
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
