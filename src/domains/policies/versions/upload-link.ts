// Upload links for the archives of policy set versions.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { termsOf } from '../../../http/object-links.ts';
import { existing } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { requireGrantee, uploadLinkFor } from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import { type VersionRow, versionById } from './store.ts';

export const linkPath = '/object/policy-set-versions';

const purpose = 'policy-set-version';

/** A policy set version that was found by its upload link. */
export type LinkedVersion = VersionRow & { readonly details: readonly string[] };

/** Returns an upload link that is issued to an actor; undefined if the version does not wait for an archive. */
export function uploadLinkOf(context: Context, actor: Actor, { id, status }: VersionRow) {
  return status === 'pending' ? uploadLinkFor(context, actor, { path: linkPath, purpose, id }) : undefined;
}

/** Finds the policy set version for an upload link; 404 if the link is no longer valid or the version was deleted. */
export async function linkedVersionOf(context: Context, capability: string): Promise<LinkedVersion> {
  const terms = termsOf(context, capability, purpose);
  const version = existing(terms && (await context.database.first(versionById, { id: terms.id })));
  return { ...version, details: terms?.details ?? [] };
}

/** Returns the actor to whom the upload link was issued; 404 if that actor may no longer manage policies. */
export function requireGranteeOf(context: Context, tx: Transaction, link: LinkedVersion, actor: Actor): Promise<Actor> {
  return requireGrantee(context, tx, { ...link, right: policyRights['policy-sets'].update }, actor);
}
