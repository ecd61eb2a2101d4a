import { Type } from 'typebox';
import { page } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { formPayload } from '../../../jsonapi/payload.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { safeRedirectPath } from '../../../lib/network/safe-redirect-path.ts';
import { redirectTo } from '../../../pages/page-reply.ts';
import { siteOf } from '../../instance/index.ts';
import { confirmAddress, openAddress } from './address.ts';
import { openFirstAdministrator, sendFirstAdministrator } from './first-administrator.ts';
import { forgottenPasswordPath, openForgottenPassword, sendForgottenPassword } from './forgotten-password.ts';
import { choosePassword, openPassword } from './password.ts';
import { openSignIn, signInWithCode, signInWithPassword } from './sign-in.ts';
import { endImpersonationPage, signOutPage } from './sign-out.ts';

const pageRoute = { isRoot: true, reply: page } as const;

/** Path of the page to open after the sign-in, as a hidden form field. */
const carried = { to: Type.Optional(Text()) };

const signInForm = route('GET', '/sign-in', {
  ...pageRoute,
  summary: 'Show the sign-in page',
  caller: 'visitor',
  query: { parameters: ['to', 'set', 'signed-in', 'by'] },
  handle: (context, { actor, query, request }) => openSignIn(context, actor, query.value, request.headers.cookie),
});

const password = route('POST', '/sign-in', {
  ...pageRoute,
  summary: 'Sign in with a password',
  caller: 'anyone',
  requiresSameOrigin: true,
  payload: formPayload({ login: Text(), password: Text(), ...carried }),
  handle: (context, { actor, input: { to = '', ...credentials }, request }) => {
    const { cookie, 'user-agent': userAgent } = request.headers;
    return signInWithPassword(context, { actor, userAgent, cookie, to: safeRedirectPath(to) }, credentials);
  },
});

const code = route('POST', '/sign-in/code', {
  ...pageRoute,
  summary: 'Enter a one-time code after the password',
  caller: 'anyone',
  requiresSameOrigin: true,
  payload: formPayload({ ticket: Text(), code: Text(), ...carried }),
  handle: (context, { actor, input: { to = '', ...choice }, request }) => {
    const { cookie, 'user-agent': userAgent } = request.headers;
    return signInWithCode(context, { actor, userAgent, cookie, to: safeRedirectPath(to) }, choice);
  },
});

// Handles a reload of the one-time code page.
const codeForm = route('GET', '/sign-in/code', {
  ...pageRoute,
  summary: 'Restart the sign-in after a reload of the one-time code page',
  caller: 'anyone',
  handle: (context) => redirectTo(siteOf(context), '/sign-in'),
});

const signOut = route('POST', '/sign-out', {
  ...pageRoute,
  summary: 'Sign out',
  caller: 'visitor',
  requiresSameOrigin: true,
  handle: (context, { actor }) => signOutPage(context, actor),
});

const unimpersonate = route('POST', '/unimpersonate', {
  ...pageRoute,
  summary: 'Stop impersonating',
  caller: 'visitor',
  requiresSameOrigin: true,
  handle: (context, { actor }) => endImpersonationPage(context, actor),
});

const passwordForm = route('GET', '/set-password/:password_link', {
  rateLimit: 'refusals',
  ...pageRoute,
  summary: 'Show the page that sets a password with a link',
  caller: 'anyone',
  handle: (context, { params }) => openPassword(context, params.password_link),
});

const setPassword = route('POST', '/set-password/:password_link', {
  rateLimit: 'refusals',
  ...pageRoute,
  summary: 'Set a password with a link',
  caller: 'anyone',
  requiresSameOrigin: true,
  payload: formPayload({ password: Text(), repeated: Text() }),
  handle: (context, { actor, params, input }) => choosePassword(context, actor, params.password_link, input),
});

const forgottenPassword = route('GET', forgottenPasswordPath, {
  ...pageRoute,
  summary: 'Show the page for people who have forgotten their passwords',
  caller: 'anyone',
  handle: (context) => openForgottenPassword(context),
});

const forgottenPasswordForm = route('POST', forgottenPasswordPath, {
  ...pageRoute,
  summary: 'Request a link that sets a new password',
  caller: 'anyone',
  requiresSameOrigin: true,
  payload: formPayload({ email: Text() }),
  handle: (context, { actor, input }) => sendForgottenPassword(context, actor, input.email),
});

const addressForm = route('GET', '/confirm-email/:address_link', {
  ...pageRoute,
  summary: 'Show the page that confirms an e-mail address with a link',
  caller: 'anyone',
  handle: (context, { params }) => openAddress(context, params.address_link),
});

const confirm = route('POST', '/confirm-email/:address_link', {
  ...pageRoute,
  summary: 'Confirm an e-mail address with a link',
  caller: 'anyone',
  requiresSameOrigin: true,
  handle: (context, { actor, params }) => confirmAddress(context, actor, params.address_link),
});

const firstAdministratorForm = route('GET', '/first-administrator/:one_time_token', {
  rateLimit: 'refusals',
  ...pageRoute,
  summary: 'Show the page that creates the first administrator',
  caller: 'anyone',
  handle: (context, { actor, params, request: { headers } }) =>
    openFirstAdministrator(context, { actor, token: params.one_time_token, headers }),
});

// NOTE: this route accepts requests at any address of the service, because its page tells the operator if that address
// differs from the configured base URL. The one-time token authenticates the request.
const firstAdministrator = route('POST', '/first-administrator/:one_time_token', {
  rateLimit: 'refusals',
  ...pageRoute,
  summary: 'Create the first administrator, and sign in',
  caller: 'anyone',
  payload: formPayload({
    username: Type.Optional(Text()),
    email: Type.Optional(Text()),
    password: Type.Optional(Text()),
    repeated: Type.Optional(Text()),
  }),
  handle: (context, { actor, params, input, request: { headers } }) =>
    sendFirstAdministrator(context, { actor, token: params.one_time_token, headers }, input),
});

export const pageRoutes = [
  signInForm,
  password,
  code,
  codeForm,
  signOut,
  unimpersonate,
  forgottenPassword,
  forgottenPasswordForm,
  passwordForm,
  setPassword,
  addressForm,
  confirm,
  firstAdministratorForm,
  firstAdministrator,
];
