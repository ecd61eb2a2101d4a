// The link that takes the archive of a version.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { termsOf } from '../../../http/object-links.ts';
import { existing } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { type GrantedLink, requireGrantee, type UploadLink, uploadLinkFor } from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import { type VersionRow, versionById } from './store.ts';

export const linkPath = '/object/policy-set-versions';

const purpose = 'policy-set-version';

/** A version, by the link that takes its archive. */
export type LinkedVersion = VersionRow & GrantedLink;

/** The link of an actor; undefined for a version that waits for no archive. */
export function uploadLinkOf(context: Context, actor: Actor, { id, status }: VersionRow): UploadLink | undefined {
  return status === 'pending' ? uploadLinkFor(context, actor, { path: linkPath, purpose, id }) : undefined;
}

/** The version of a link; 404 when the link is not valid any more, or its version is gone. */
export async function linkedVersionOf(context: Context, capability: string): Promise<LinkedVersion> {
  const terms = termsOf(context, capability, purpose);
  const version = existing(terms && (await context.database.first(versionById, { id: terms.id })));
  return { ...version, details: terms?.details ?? [] };
}

/** The actor who got a link; 404 unless that actor may manage policies now. */
export function requireGranteeOf(context: Context, tx: Transaction, link: LinkedVersion, actor: Actor): Promise<Actor> {
  return requireGrantee(context, tx, { ...link, right: policyRights['policy-sets'].update }, actor);
}
