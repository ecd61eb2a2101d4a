// Links below `/object/`: a link lets its bearer do one thing with one version's archive.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { existing, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import { isCapabilityForm, newCapability, tokenHash } from '../../../lib/tokens.ts';
import { lockUser } from '../../accounts/index.ts';
import { currentTeamPrivileges, findRights } from '../../organizations/index.ts';
import { mayManageModules } from './access.ts';
import { insertLink, type LinkRow, liveLink } from './link-store.ts';

export type Purpose = 'upload' | 'download';

/** In milliseconds. */
const lifetimes: Readonly<Record<Purpose, number>> = { upload: 3_600_000, download: 600_000 };

/** Who created a link; the request that uses it is another one. */
type Grantee = Pick<Actor, 'identity' | 'session'>;

/** Creates a link and answers its address; only a hash of it is stored. */
export async function makeLink(
  tx: Transaction,
  { clock, baseUrl }: Context,
  { identity, session }: Grantee,
  link: { readonly purpose: Purpose; readonly versionId: string; readonly hasNotice?: boolean },
): Promise<string> {
  const { purpose, versionId, hasNotice = false } = link;
  const capability = newCapability();
  await insertLink(tx, {
    hash: tokenHash(capability),
    purpose,
    version_id: versionId,
    has_notice: hasNotice ? 1 : 0,
    created_by: JSON.stringify({ identity, session }),
    expires_at: timestamp(clock.now() + lifetimes[purpose]),
  });
  return `${baseUrl()}/object/${capability}`;
}

/** The link with this capability; 404 when it is unknown, used, expired or for another purpose. */
export async function liveLinkOf({ database, clock }: Context, capability: string, purpose: Purpose): Promise<LinkRow> {
  return existing(
    isCapabilityForm(capability)
      ? await database.first(liveLink, { hash: tokenHash(capability), purpose, now: timestamp(clock.now()) })
      : undefined,
  );
}

/** The actor that created a link, in the request that uses it. */
export function granteeOf({ created_by }: LinkRow, { requestId, address }: Actor): Actor {
  const grantee: Grantee = JSON.parse(created_by);
  return { ...grantee, requestId, address };
}

/** 404 unless the actor may manage the organization's modules now: a link can live longer than a right. */
export async function requireGranteeRights(tx: Transaction, actor: Actor, organizationId: string): Promise<void> {
  const rights = await findRights(tx, await currentActor(tx, actor), organizationId);
  if (rights === undefined || !mayManageModules(rights)) throw notFound();
}

/** The actor with the rights of now; 404 for an account that is suspended, and for a team or account that is gone. */
async function currentActor(tx: Transaction, actor: Actor): Promise<Actor> {
  const { identity } = actor;
  if (identity.kind === 'user' && (await lockUser(tx, identity.id)).is_suspended === 1) throw notFound();
  if (identity.kind !== 'team') return actor;
  return { ...actor, identity: { ...identity, ...(await currentTeamPrivileges(tx, identity.id)) } };
}
