// Handlers of the pages on which people prove that they own their accounts.
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import { ApiError } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { pageReply, redirectTo } from '../../../pages/page-reply.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { siteOf } from '../../instance/index.ts';
import { provedPage } from '../single-sign-on/pages.ts';
import type { PersonalActor, Proof } from '../two-factor/proof.ts';
import { followOwnerLink, mailOwnerLink, requireOwnerLink } from './links.ts';
import { ownerPath, requireOwner, withOwnerProof } from './ownership.ts';
import { deadOwnerLinkPage, linkSentPage, ownerLinkPage, proofPage } from './page.ts';

/** Handles a request in a session. Without a session, redirects to the sign-in page. */
const inSession = (
  context: Context,
  actor: Actor,
  answer: (personal: PersonalActor) => Promise<Rendered>,
): Promise<Rendered> => {
  const { identity, session } = actor;
  if (session === undefined || identity.kind !== 'user')
    return Promise.resolve(redirectTo(siteOf(context), '/sign-in'));
  return answer({ actor, person: identity });
};

export const openProofPage = (context: Context, actor: Actor): Promise<Rendered> =>
  inSession(context, actor, async (personal) => pageReply(siteOf(context), await proofPage(context, personal)));

export const sendOwnerLink = (context: Context, actor: Actor): Promise<Rendered> =>
  inSession(context, actor, (personal) =>
    orProofPage(context, personal, undefined, async () => {
      await mailOwnerLink(context, personal);
      return pageReply(siteOf(context), linkSentPage(siteOf(context)));
    }),
  );

export const openOwnerLink = (context: Context, actor: Actor, token: string): Promise<Rendered> =>
  withLink(context, actor, async (personal) => {
    await requireOwnerLink(context, personal, token);
    const site = siteOf(context);
    return pageReply(site, ownerLinkPage(site, `${ownerPath}/${token}`, personal.person.username));
  });

export const useOwnerLink = (context: Context, actor: Actor, token: string): Promise<Rendered> =>
  withLink(context, actor, async (personal) => {
    await followOwnerLink(context, personal, token);
    return pageReply(siteOf(context), provedPage(siteOf(context)));
  });

const withLink = (
  context: Context,
  actor: Actor,
  answer: (personal: PersonalActor) => Promise<Rendered>,
): Promise<Rendered> =>
  inSession(context, actor, async (personal) => {
    try {
      return await answer(personal);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      return pageReply(siteOf(context), deadOwnerLinkPage, 404);
    }
  });

/**
 * Runs `answer`. If it throws a 422 or 429, returns the page that asks for proof of ownership. If the request contained
 * a proof, the page shows why it was refused.
 */
const orProofPage = async (
  context: Context,
  personal: PersonalActor,
  action: string | undefined,
  answer: () => Promise<Rendered>,
): Promise<Rendered> => {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof ApiError && [422, 429].includes(error.status))) throw error;
    const isFirst = error.problems.some(({ code }) => code === 'required' || code === 'owner-proof-required');
    const text = error.problems.map(({ detail }) => detail).join(' ');
    const waiting = { action, remark: isFirst ? undefined : ({ kind: 'bad', text } as const) };
    const status = isFirst ? 200 : error.status;
    return pageReply(siteOf(context), await proofPage(context, personal, waiting), status, error.headers);
  }
};

/** A form that changes the sign-in methods of an account. */
export interface OwnerForm {
  /** Path of the form. */
  readonly action: string;
  readonly proof: Proof;
}

/**
 * Runs `change` if the request contains valid proof of ownership. Otherwise returns the page that asks for the proof.
 * The proof is used up before `change` starts.
 */
export const asOwner = (
  context: Context,
  actor: Actor,
  { action, proof }: OwnerForm,
  change: () => Promise<Rendered>,
): Promise<Rendered> =>
  inSession(context, actor, (personal) =>
    orProofPage(context, personal, action, async () => {
      await withOwnerProof(context, personal, proof, (owner) =>
        auditedTransaction(context, actor, async (tx) => ({ result: owner, audit: await requireOwner(tx, owner) })),
      );
      return change();
    }),
  );
