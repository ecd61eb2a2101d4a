// Single sign-on as a browser goes through it.
import type { IncomingMessage } from 'node:http';
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { ownPath } from '../../../lib/own-path.ts';
import { pageAnswer, wayTo } from '../../instance/pages/pages.ts';
import { siteOf } from '../../instance/pages/site.ts';
import { type Arrived, arrive } from './arrival.ts';
import {
  debugPage,
  departureAnswer,
  linkedPage,
  refusalPage,
  rehearsalPage,
  unpacked,
  wayToProvider,
} from './pages.ts';
import { type Posted, readPosted } from './posted.ts';
import { Refused } from './refused.ts';
import { ask, browserIn, type Purpose } from './requests.ts';
import { isSafeAddress, readSamlSettings, type SamlSettings } from './settings.ts';

/** The settings, where somebody can sign in by them; 404 otherwise. */
const settingsInUse = async (context: Context): Promise<SamlSettings> => {
  const settings = await readSamlSettings(context, context.database);
  if (!settings.enabled) throw notFound();
  return settings;
};

/** Sends a browser to the provider to sign in. */
export const depart = async (context: Context, request: IncomingMessage, to: string): Promise<Rendered> => {
  const settings = await settingsInUse(context);
  const { cookie } = request.headers;
  const { address, headers } = await ask(context, settings, { purpose: 'sign-in', cookie, to: ownPath(to) });
  return wayToProvider(context, address, headers);
};

/** Sends the browser of somebody who is signed in to the provider. */
export const departAs = async (
  context: Context,
  { session }: Actor,
  request: IncomingMessage,
  purpose: Exclude<Purpose, 'sign-in'>,
): Promise<Rendered> => {
  if (session === undefined) return wayTo(siteOf(context), '/sign-in');
  const settings =
    purpose === 'check' ? await readSamlSettings(context, context.database) : await settingsInUse(context);
  if (!isSafeAddress(settings['sso-endpoint-url'] ?? '')) throw notFound();
  const { cookie } = request.headers;
  const { address, headers } = await ask(context, settings, { purpose, sessionId: session.id, cookie });
  return departureAnswer(context, address, headers);
};

const signedInAt = (to: string | undefined): string =>
  `/sign-in?${new URLSearchParams({ 'signed-in': '1', ...(to !== undefined && { to }) })}`;

const answerTo = (
  context: Context,
  arrived: Arrived,
  { response, relayState }: Posted,
  isDebugging: boolean,
): Rendered => {
  const site = siteOf(context);
  const path = signedInAt(ownPath(relayState ?? ''));
  switch (arrived.purpose) {
    case 'link':
      return pageAnswer(site, linkedPage(site));
    case 'check':
      return pageAnswer(site, rehearsalPage(site, arrived.rehearsed));
    case 'sign-in':
      return isDebugging
        ? pageAnswer(site, debugPage(site, path, unpacked(response)), 200, arrived.headers)
        : wayTo(site, path, arrived.headers);
  }
};

/** Takes what a browser brings from the provider. */
export const receive = async (context: Context, actor: Actor, request: IncomingMessage): Promise<Rendered> => {
  const { debug } = await readSamlSettings(context, context.database);
  const posted = await readPosted(request);
  const { cookie, 'user-agent': userAgent } = request.headers;
  const brought = { ...posted, browser: browserIn(context, cookie), userAgent };
  try {
    return answerTo(context, await arrive(context, actor, brought), posted, debug);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const site = siteOf(context);
    const told = debug ? { xml: unpacked(posted.response), reason: error.reason } : undefined;
    return pageAnswer(site, refusalPage(site, told), 403);
  }
};
