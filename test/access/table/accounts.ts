// Routes of accounts, credentials and sessions.
import { identityId } from '../../../src/domains/accounts/identities/identity-resource.ts';
import { documentOf } from '../../support/documents.ts';
import { codeAt, withCode } from '../../support/one-time-codes.ts';
import { identityOf } from '../../support/saml/sso.ts';
import { password } from '../../support/session.ts';
import { acting, managers, members, people, sessions } from '../callers.ts';
import { bySession, everybody, own, personal, type Rows, row, type Sent, sending } from '../row.ts';
import { belongingsOf, type Scene } from '../scene.ts';

const another = 'another battery staple';

const currentCode = ({ stage }: Scene): string => codeAt(stage.world, stage.secret);

const signIn: Sent = {
  body: ({ people: { bystander } }) => ({ json: documentOf('sessions', { username: bystander.username, password }) }),
};

const forgotten: Sent = {
  body: ({ people: { bystander } }) => ({ json: documentOf('users', { email: bystander.email }) }),
};

const code = (twoFactor: 'pending' | 'on'): Sent => ({
  scene: { twoFactor },
  body: (scene) => ({ json: withCode(currentCode(scene)) }),
});

const codeForCodes: Sent = {
  scene: { twoFactor: 'on' },
  body: (scene) => ({ json: documentOf('recovery-codes', { 'one-time-code': currentCode(scene) }) }),
};

const identity: Sent = { at: ({ people: { bystander } }) => ({ identity_id: identityId(identityOf(bystander.id)) }) };

const ownIdentity: Sent = {
  at: (scene, caller) => ({ identity_id: identityId(identityOf(belongingsOf(scene, caller).user_id ?? '')) }),
  body: () => ({ json: documentOf('identities', { 'current-password': password }) }),
};

/** Selects the token of the organization or of the policy managers' team. */
const groupToken = (of: keyof Scene['groupTokens']): Sent => ({
  at: ({ groupTokens }) => ({ token_id: groupTokens[of] }),
});

export const accountRows: Rows = {
  'GET /users/:user_id': row({ 200: [...members, 'admin'] }),
  'GET /users/:user_id/organizations': row({ 200: [...members, 'admin'] }),
  'GET /users/:user_id (their own)': row({ 200: [...people, 'organizationToken', 'teamToken'] }, own),
  'GET /account/details': row({ 200: people }),
  'GET /account/overview': row({ 200: people }),
  'PATCH /account/update': personal({ 200: people }, sending('users', {})),
  'POST /account/email-confirmation/:token': everybody(204),
  'PATCH /account/password': personal(
    { 200: people },
    sending('users', { 'current-password': password, password: another }),
  ),
  'POST /account/password-reset': everybody(202, forgotten),
  'POST /account/password-reset/:token': everybody(204, sending('users', { password: another })),

  'POST /account/two-factor': personal(
    { 201: people },
    sending('two-factor-enrolments', { 'current-password': password }),
  ),
  'POST /account/two-factor/confirm': personal({ 200: people }, code('pending')),
  // Refused with 400, because no user receives codes by phone.
  'POST /account/two-factor/code': row({ 403: acting, 400: people }),
  'DELETE /account/two-factor': personal({ 204: people }, code('on')),
  'POST /account/two-factor/recovery-codes': personal({ 201: people }, codeForCodes),

  'POST /session': everybody(201, signIn),
  'GET /session': bySession({ 200: [...sessions, 'overSession'] }),
  'DELETE /session': row({ 204: sessions, 401: people }),
  'GET /account/sessions': row({ 200: people }),
  'DELETE /account/sessions': personal({ 204: people }),
  'DELETE /account/sessions/:session_id': row({}),
  'DELETE /account/sessions/:session_id (their own)': personal({ 204: people }, own),

  'GET /account/identities': row({ 200: people }),
  'DELETE /account/identities/:identity_id': row({}, identity),
  'DELETE /account/identities/:identity_id (their own)': personal({ 204: people }, ownIdentity),

  'GET /users/:user_id/authentication-tokens': row({}),
  'GET /users/:user_id/authentication-tokens (their own)': row({ 200: people }, own),
  'POST /users/:user_id/authentication-tokens': row({}),
  'POST /users/:user_id/authentication-tokens (their own)': personal({ 201: people }, own),
  'GET /authentication-tokens/:token_id': row({}),
  'GET /authentication-tokens/:token_id (their own)': row({ 200: people }, own),
  "GET /authentication-tokens/:token_id (the organization's)": row({ 200: ['owner'] }, groupToken('organization')),
  "GET /authentication-tokens/:token_id (the team's)": row({ 200: managers }, groupToken('managers')),
  'DELETE /authentication-tokens/:token_id': row({}),
  'DELETE /authentication-tokens/:token_id (their own)': row({ 204: people }, own),
  "DELETE /authentication-tokens/:token_id (the organization's)": row({ 204: ['owner'] }, groupToken('organization')),
  "DELETE /authentication-tokens/:token_id (the team's)": row({ 204: managers }, groupToken('managers')),
};
