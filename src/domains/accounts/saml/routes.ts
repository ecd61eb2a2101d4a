import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { one, page, type Reply, unstored } from '../../../http/reply.ts';
import { type RouteFactory, route } from '../../../http/route.ts';
import { siteAdministrator } from '../../../http/site-administrator.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Text } from '../../../jsonapi/schema.ts';
import type { Actor } from '../../../lib/actor.ts';
import { depart, departAs, receive } from './browser.ts';
import { check } from './check.ts';
import { receiveByAddress, receiveByForm } from './logout-browser.ts';
import { metadataOf } from './metadata.ts';
import { checkResource } from './resource.ts';
import { samlPaths } from './settings.ts';

const browsing = { isRoot: true, isLimited: true, caller: 'anyone', reply: page } as const;

const login: RouteFactory = () =>
  route({
    ...browsing,
    method: 'GET',
    path: samlPaths.login,
    summary: 'Sign in through the identity provider',
    query: { plain: ['to'] },
    handle: (context, { query, stream }) => depart(context, stream, query.value('to') ?? ''),
  });

const acs: RouteFactory = () =>
  route({
    ...browsing,
    method: 'POST',
    path: samlPaths.acs,
    summary: "Take the identity provider's answer, which a browser posts from there",
    handle: (context, { actor, stream }) => receive(context, actor, stream),
  });

/** XML for programs that fetch it. */
const xmlDocument: Reply<string> = {
  status: 200,
  mediaType: 'application/samlmetadata+xml',
  render: (body) => ({
    status: 200,
    headers: { 'content-type': 'application/samlmetadata+xml', 'cache-control': 'no-cache' },
    body,
  }),
};

const metadata =
  (ending: '' | '.xml'): RouteFactory =>
  () =>
    route({
      ...browsing,
      method: 'GET',
      path: `${samlPaths.metadata}${ending}`,
      summary: 'What an identity provider needs to know of this service',
      reply: xmlDocument,
      handle: (context) => metadataOf(context),
    });

const logout: RouteFactory = () =>
  route({
    ...browsing,
    method: 'GET',
    path: samlPaths.logout,
    summary: "Take the identity provider's request to sign somebody out, or its answer to one, in an address",
    handle: (context, { actor, stream }) => receiveByAddress(context, actor, stream),
  });

const logoutForm: RouteFactory = () =>
  route({
    ...browsing,
    method: 'POST',
    path: samlPaths.logout,
    summary: "Take the identity provider's request to sign somebody out, or its answer to one, in a form",
    handle: (context, { actor, stream }) => receiveByForm(context, actor, stream),
  });

const link: RouteFactory = () =>
  route({
    ...browsing,
    method: 'POST',
    path: '/users/saml/link',
    summary: "Link one's own account to one's name at the identity provider",
    caller: 'visitor',
    isPersonal: true,
    refusesOtherSites: true,
    handle: (context, { actor, stream }) => departAs(context, actor, stream, 'link'),
  });

const administrator = async (_context: Context, { identity, session }: Actor): Promise<void> => {
  const isAdmin = identity.kind === 'user' && identity.isAdmin;
  if (session !== undefined && !isAdmin) throw notFound();
};

const tryOut: RouteFactory = () =>
  route({
    ...browsing,
    method: 'POST',
    path: '/users/saml/check',
    summary: 'Sign in through the identity provider to see what would come of it; nothing does',
    caller: 'visitor',
    isPersonal: true,
    refusesOtherSites: true,
    authorise: administrator,
    handle: (context, { actor, stream }) => departAs(context, actor, stream, 'check'),
  });

/** The longest response in base64. */
const longestResponse = 349_528;

const test: RouteFactory = () =>
  route({
    method: 'POST',
    path: '/admin/saml-settings/actions/test',
    summary: 'Tell what a sign-in with a SAML response (as XML, or in base64) would do; nothing is changed',
    caller: 'user',
    edition: 'self-hosted',
    authorise: siteAdministrator,
    payload: documentPayload({
      type: 'saml-checks',
      attributes: Type.Object({ 'saml-response': Text(longestResponse) }),
    }),
    reply: unstored(one(checkResource)),
    handle: (context, { input: { attributes } }) => check(context, attributes['saml-response']),
  });

export const samlRoutes: readonly RouteFactory[] = [
  login,
  acs,
  metadata(''),
  metadata('.xml'),
  logout,
  logoutForm,
  link,
  tryOut,
  test,
];
