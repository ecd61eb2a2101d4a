// Links below `/object/`: whoever holds one may do one thing with one version's archive.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import { isCapabilityForm, newCapability, tokenHash } from '../../../lib/tokens.ts';
import { type LinkRow, liveLink } from './object-store.ts';

export type Purpose = 'upload' | 'download';

/** How long a link holds, in milliseconds. */
const lifetimes: Readonly<Record<Purpose, number>> = { upload: 3_600_000, download: 600_000 };

/** Who asked for a link; the request that uses it is another one. */
type Grantee = Pick<Actor, 'identity' | 'session'>;

/** Makes a link inside a change; its text is known only now. */
export const makeLink = async (
  tx: Transaction,
  { clock, baseUrl }: Context,
  { identity, session }: Grantee,
  link: { readonly purpose: Purpose; readonly versionId: string; readonly hasNotice?: boolean },
): Promise<string> => {
  const { purpose, versionId, hasNotice = false } = link;
  const capability = newCapability();
  await tx.run((db) =>
    db.insertInto('object_links').values({
      hash: tokenHash(capability),
      purpose,
      version_id: versionId,
      has_notice: hasNotice ? 1 : 0,
      created_by: JSON.stringify({ identity, session }),
      expires_at: timestamp(clock.now() + lifetimes[purpose]),
    }),
  );
  return `${baseUrl()}/object/${capability}`;
};

/** The link behind a capability; 404 when it is used, too old, for something else, or nobody's. */
export const liveLinkOf = async (
  { database, clock }: Context,
  capability: string,
  purpose: Purpose,
): Promise<LinkRow> => {
  const link = isCapabilityForm(capability)
    ? await database.first(liveLink, { hash: tokenHash(capability), purpose, now: timestamp(clock.now()) })
    : undefined;
  if (link === undefined) throw notFound();
  return link;
};

/** Whoever a link was made for, at work in the request that uses it. */
export const granteeOf = ({ created_by }: LinkRow, { requestId, address }: Actor): Actor => {
  const grantee: Grantee = JSON.parse(created_by);
  return { ...grantee, requestId, address };
};
