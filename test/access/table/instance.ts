// Routes of the instance: discovery, the first administrator, site administration, and audit trails.
import { identityId } from '../../../src/domains/accounts/identities/identity-resource.ts';
import { tables } from '../../settings/tables.ts';
import { documentOf } from '../../support/documents.ts';
import { identityOf } from '../../support/saml/sso.ts';
import { acting } from '../callers.ts';
import { bySession, everybody, own, personal, type Rows, row, type Sent, sending, unknownToken } from '../row.ts';
import type { Scene } from '../scene.ts';

const first = {
  query: ({ stage }: { readonly stage: { readonly firstToken: string } }) => `?token=${stage.firstToken}`,
  body: () => ({ json: { username: 'first', email: 'first@example.com', password: 'correct horse battery' } }),
};

const newAccount: Sent = {
  body: ({ organization: { id } }) => ({
    json: documentOf('users', { username: `new-${id}`, email: `${id}@example.com` }),
  }),
};

const somebody = (role: keyof Scene['people']): Pick<Sent, 'at'> => ({
  at: ({ people }) => ({ user_id: people[role].id }),
});

const identity: Sent = { at: ({ people: { bystander } }) => ({ identity_id: identityId(identityOf(bystander.id)) }) };

const retention = sending('data-retention-policy-delete-olders', { 'delete-older-than-n-days': 30 });

const enrolled: Sent = { scene: { twoFactor: 'on' } };

const wellKnownRows: Rows = {
  'GET //.well-known/jwks': everybody(200),
  'GET //.well-known/openid-configuration': everybody(200),
  'GET //.well-known/terraform.json': everybody(200),
};

export const discoveryRows: Rows = {
  'GET /ping': everybody(204),
  'GET //healthz': everybody(200),
  'GET //readyz': everybody(200),
  'GET //metrics': everybody(200),
  'GET /openapi.json': everybody(200),
  'GET //.well-known/jwks': everybody(200),
  'GET //.well-known/openid-configuration': everybody(200),
  ...wellKnownRows,
  // Refused, because administrators exist already.
  'POST //admin/initial-admin-user': everybody(401, first),
};

const settings = tables.map(({ group }) => `${group.id}-settings`);

const settingsRows: Rows = {
  ...Object.fromEntries(settings.map((type) => [`GET /admin/${type}`, row({ 200: ['admin'] })])),
  ...Object.fromEntries(settings.map((type) => [`PATCH /admin/${type}`, row({ 200: ['admin'] }, sending(type, {}))])),
  // Refused with 400, because the request contains no phone number.
  'POST /admin/sms-settings/verify': row({ 400: ['admin'] }),
  'PATCH /admin/sms-settings/verify': row({ 400: ['admin'] }),
  'GET /admin/oidc-settings': row({ 200: ['admin'] }),
  'POST /admin/oidc-settings/actions/rotate-key': row({ 204: ['admin'] }),
  'POST /admin/oidc-settings/actions/trim-key': row({ 204: ['admin'] }),
};

export const administrationRows: Rows = {
  'GET /admin/opa-versions': row({ 200: ['admin'] }),
  'GET /admin/native-versions': row({ 200: ['admin'] }),
  'GET /admin/users': row({ 200: ['admin'] }),
  'POST /admin/users': row({ 201: ['admin'] }, newAccount),
  'GET /admin/users/:user_id': row({ 200: ['admin'] }),
  'DELETE /admin/users/:user_id': row({ 204: ['admin'] }),
  'DELETE /admin/users/:user_id (themselves)': row({ 422: ['admin'], 403: ['actingAsAdmin'] }, own),
  'POST /admin/users/:user_id/actions/suspend': row({ 200: ['admin'] }),
  'POST /admin/users/:user_id/actions/suspend (themselves)': row({ 422: ['admin'] }, own),
  'POST /admin/users/:user_id/actions/unsuspend': row({ 200: ['admin'] }, somebody('suspended')),
  'POST /admin/users/:user_id/actions/grant_admin': row({ 200: ['admin'] }),
  'POST /admin/users/:user_id/actions/grant-admin': row({ 200: ['admin'] }),
  'POST /admin/users/:user_id/actions/revoke_admin': row({ 200: ['admin'] }, somebody('otherAdmin')),
  'POST /admin/users/:user_id/actions/revoke-admin': row({ 200: ['admin'] }, somebody('otherAdmin')),
  'POST /admin/users/:user_id/actions/confirm_email': personal({ 200: ['admin'] }),
  'POST /admin/users/:user_id/actions/confirm-email': personal({ 200: ['admin'] }),
  'POST /admin/users/:user_id/actions/disable_two_factor': personal({ 200: ['admin'] }, enrolled),
  'POST /admin/users/:user_id/actions/disable-two-factor': personal({ 200: ['admin'] }, enrolled),
  'GET /admin/users/:user_id/identities': row({ 200: ['admin'] }),
  'DELETE /admin/users/:user_id/identities/:identity_id': personal({ 204: ['admin'] }, identity),
  'POST /admin/users/:user_id/identities/:identity_id/actions/confirm': personal({ 200: ['admin'] }, identity),
  'GET /admin/users/:user_id/authentication-tokens': row({ 200: ['admin'] }),
  'DELETE /admin/authentication-tokens/:token_id': row({ 204: ['admin'] }),
  // Refused, because no token has this text.
  'POST /admin/authentication-tokens/actions/find': row({ 422: ['admin'] }, unknownToken),
  'POST /admin/users/:user_id/actions/impersonate': bySession(
    { 204: ['adminSession'], 403: acting },
    { body: () => ({ json: { reason: 'a ticket' } }) },
  ),
  'POST /admin/users/actions/unimpersonate': bySession({ 204: [...acting, 'overSession'], 400: ['adminSession'] }),

  // Refused with 400, because the request contains no phone number.
  'POST /admin/sms-settings/verify': row({ 400: ['admin'] }),
  'PATCH /admin/sms-settings/verify': row({ 400: ['admin'] }),
  'GET /admin/oidc-settings': row({ 200: ['admin'] }),
  'POST /admin/oidc-settings/actions/rotate-key': row({ 204: ['admin'] }),
  'POST /admin/oidc-settings/actions/trim-key': row({ 204: ['admin'] }),
  'GET /admin/data-retention-policy-settings': row({ 200: ['admin'] }),
  'POST /admin/data-retention-policy-settings': row({ 200: ['admin'] }, retention),
  'PATCH /admin/data-retention-policy-settings': row({ 200: ['admin'] }, retention),
  // The `If-Match` header names another version, so that the instance's only policy remains for the other cells.
  'DELETE /admin/data-retention-policy-settings': row(
    { 412: ['admin'] },
    { body: () => ({ headers: { 'if-match': '"another"' } }) },
  ),

  'GET /admin/system-status': row({ 200: ['admin'] }),
  'GET /admin/audit-stream-status': row({ 200: ['admin'] }),
  // The instance is not on hold, so nothing can be shown or resumed.
  'GET /admin/held-instance': row({ 404: ['admin'] }),
  'POST /admin/held-instance/actions/resume': row({ 404: ['admin'] }),
  'GET /admin/audit-trail': row({ 200: ['admin'] }),
  'GET /organization/audit-trail': row({ 200: ['organizationToken', 'trailToken'] }),

  ...settingsRows,
};
