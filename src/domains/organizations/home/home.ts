// The start page.
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import { readQuery } from '../../../jsonapi/query.ts';
import type { Actor, Session } from '../../../lib/actor.ts';
import {
  getShownUser,
  impersonationOverPage,
  oneself,
  singleSignOnState,
  twoFactorRequirement,
} from '../../accounts/index.ts';
import { pageReply, redirectTo, siteOf } from '../../instance/index.ts';
import { listOrganizations } from '../organizations/organizations.ts';
import { homePage } from './home-page.ts';

/** The largest page of a list. */
const maxPage = readQuery({ paginated: true }, new Map([['page[size]', '100']]));

/** The start page; the sign-in page without a session. */
export async function openHome(context: Context, actor: Actor): Promise<Rendered> {
  const site = siteOf(context);
  const { session } = actor;
  if (session === undefined) return redirectTo(site, '/sign-in');
  if (session.impersonation?.isOver) return pageReply(site, impersonationOverPage(site, session));
  return home(context, actor, session);
}

async function home(context: Context, actor: Actor, session: Session): Promise<Rendered> {
  const site = siteOf(context);
  const account = await getShownUser(context.database, actor, (await oneself(context, actor)).id);
  const { rows, total } = await listOrganizations(context, actor, maxPage);
  const organizations = rows.map(({ name }) => name);
  const singleSignOn = singleSignOnState(context);
  const requirement = await twoFactorRequirement(context, actor, account);
  return pageReply(site, homePage(site, { account, organizations, total, session, singleSignOn, requirement }));
}
