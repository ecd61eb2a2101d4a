// Signing out as a browser carries it here from the provider.
import type { IncomingMessage } from 'node:http';
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import type { Actor } from '../../../lib/actor.ts';
import { requestTextIn } from '../../../protocols/saml/address.ts';
import { pageAnswer, wayTo } from '../../instance/pages/pages.ts';
import { siteOf } from '../../instance/pages/site.ts';
import type { Asking } from './believed.ts';
import { receiveLogout } from './logout.ts';
import { logoutRefusalPage, unpacked, wayToProvider } from './pages.ts';
import { readPosted } from './posted.ts';
import { Refused } from './refused.ts';
import { readSamlSettings } from './settings.ts';

const textOf = (asking: Asking): string =>
  'query' in asking ? requestTextIn(asking.query) : unpacked(asking.form.request ?? '');

/** Ends the sessions that the provider names, and sends the browser back there. */
const take = async (context: Context, actor: Actor, asking: Asking): Promise<Rendered> => {
  try {
    return wayToProvider(context, await receiveLogout(context, actor, asking));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { debug } = await readSamlSettings(context, context.database);
    const told = debug ? { xml: textOf(asking), reason: error.reason } : undefined;
    const site = siteOf(context);
    return pageAnswer(site, logoutRefusalPage(site, told), 403);
  }
};

/** Whoever comes without a request has been signed out here already: what the provider says of that changes nothing. */
const comeBack = (context: Context): Rendered => wayTo(siteOf(context), '/sign-in');

/** Takes what an address of ours carries. */
export const receiveByAddress = async (context: Context, actor: Actor, { url = '' }: IncomingMessage) => {
  const query = url.split('?').slice(1).join('?');
  return /(^|&)SAMLRequest=/.test(query) ? take(context, actor, { query }) : comeBack(context);
};

/** Takes what a form carries. */
export const receiveByForm = async (context: Context, actor: Actor, request: IncomingMessage): Promise<Rendered> => {
  const form = await readPosted(request);
  const asks = form.request !== undefined || form.unreadable !== undefined;
  return asks ? take(context, actor, { form }) : comeBack(context);
};
