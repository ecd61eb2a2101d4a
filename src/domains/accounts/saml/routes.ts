import { Type } from 'typebox';
import { administration } from '../../../http/callers.ts';
import { one, type Reply, unstored } from '../../../http/reply.ts';
import { alias, route } from '../../../http/route.ts';
import { documentPayload, formPayload } from '../../../jsonapi/payload.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { samlPaths } from '../identity-providers/saml-settings.ts';
import { browsing, codeRoute, inSession } from '../single-sign-on/page-routes.ts';
import { proofAttributes, proofFrom } from '../two-factor/proof-input.ts';
import { requireChecker } from '../users/access.ts';
import { acs } from './acs.ts';
import { dryRunOfResponse, dryRunResource } from './dry-run.ts';
import { linkInSession, login, loginInSession } from './login.ts';
import { metadata } from './metadata.ts';
import { sloPost, sloRedirect } from './slo.ts';

const loginRoute = route('GET', samlPaths.login, {
  ...browsing,
  summary: 'Sign in through the identity provider',
  query: { parameters: ['to'] },
  handle: (context, { actor, query, request }) =>
    login(context, actor, request.headers.cookie, query.value('to') ?? ''),
});

const acsRoute = route('POST', samlPaths.acs, {
  ...browsing,
  summary: 'Receive the response from the identity provider (assertion consumer service)',
  handle: (context, { actor, request }) => acs(context, actor, request),
});

const xmlDocument: Reply<string> = {
  status: 200,
  mediaType: 'application/samlmetadata+xml',
  render: (body) => ({
    status: 200,
    headers: { 'content-type': 'application/samlmetadata+xml', 'cache-control': 'no-cache' },
    body,
  }),
};

const metadataRoute = route('GET', samlPaths.metadata, {
  ...browsing,
  operationId: 'readSamlMetadata',
  summary: 'Show the SAML metadata of this service',
  description:
    'Returns the XML document for setting up the identity provider, with the entity ID, ACS URL, single logout URLs and certificates.',
  reply: xmlDocument,
  handle: (context) => metadata(context),
});

const sloRedirectRoute = route('GET', samlPaths.logout, {
  ...browsing,
  summary: 'Receive a logout message from the identity provider (HTTP-Redirect binding)',
  handle: (context, { actor, request }) => sloRedirect(context, actor, request.url),
});

const sloPostRoute = route('POST', samlPaths.logout, {
  ...browsing,
  summary: 'Receive a logout message from the identity provider (HTTP-POST binding)',
  handle: (context, { actor, request }) => sloPost(context, actor, request),
});

const linkRoute = route('POST', samlPaths.link, {
  ...inSession,
  summary: 'Link your account to an identity at the provider',
  payload: formPayload(proofAttributes.properties),
  handle: (context, { actor, input, request }) =>
    linkInSession(context, actor, request.headers.cookie, proofFrom(input)),
});

const proveRoute = route('POST', samlPaths.prove, {
  ...inSession,
  summary: 'Sign in again through the identity provider to prove that you own the account',
  handle: (context, { actor, request }) => loginInSession(context, actor, request.headers.cookie, 'prove'),
});

const checkRoute = route('POST', samlPaths.check, {
  ...inSession,
  summary: 'Perform a dry run of a sign-in through the identity provider',
  authorise: requireChecker,
  handle: (context, { actor, request }) => loginInSession(context, actor, request.headers.cookie, 'check'),
});

/** Maximum length of a base64-encoded response, in characters. */
const maxResponseLength = 349_528;

const testRoute = route('POST', '/admin/saml-settings/actions/test', {
  operationId: 'testSamlResponse',
  summary: 'Test a SAML response without signing in',
  description:
    'Takes a response from the identity provider in XML or base64, and returns the result that a sign-in with this response would have. Nothing is changed.',
  ...administration,
  payload: documentPayload({
    type: 'saml-checks',
    attributes: Type.Object({ 'saml-response': Text(maxResponseLength) }),
  }),
  reply: unstored(one(dryRunResource)),
  handle: (context, { input: { attributes } }) => dryRunOfResponse(context, attributes['saml-response']),
});

export const samlRoutes = [
  loginRoute,
  acsRoute,
  codeRoute(samlPaths.code),
  metadataRoute,
  alias(metadataRoute, { path: `${samlPaths.metadata}.xml` }),
  sloRedirectRoute,
  sloPostRoute,
  linkRoute,
  proveRoute,
  checkRoute,
  testRoute,
];
