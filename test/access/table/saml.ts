// Routes of single sign-on while it is disabled.
import { documentOf } from '../../support/documents.ts';
import { acting } from '../callers.ts';
import { everybody, filledIn, type Rows, row, type Sent, sending } from '../row.ts';

const something: Sent = {
  body: () => ({ json: documentOf('saml-checks', { 'saml-response': 'nothing' }) }),
};

const withProvider: Sent = { scene: { hasProvider: true } };

const newProvider: Sent = {
  body: ({ organization: { id } }) => ({
    json: documentOf('oidc-providers', {
      key: id,
      name: 'Corp',
      issuer: 'https://idp.example.com',
      'client-id': 'tipstaff',
      'client-secret': 'a secret',
    }),
  }),
};

const signedIn = ['memberSession', 'adminSession'] as const;

export const samlRows: Rows = {
  'GET //users/saml/login': everybody(404),
  'POST //users/saml/auth': everybody(
    403,
    filledIn(() => ({ SAMLResponse: 'nothing' })),
  ),
  // A request with an invalid ticket is redirected to the sign-in page.
  'POST //users/saml/code': everybody(
    303,
    filledIn(() => ({ ticket: 'nothing', code: '000000' })),
  ),
  'GET //users/saml/metadata': everybody(200),
  'GET //users/saml/metadata.xml': everybody(200),
  'GET //users/saml/logout': everybody(303),
  'POST //users/saml/logout': everybody(
    403,
    filledIn(() => ({ SAMLRequest: 'nothing' })),
  ),
  // Without a session these pages redirect to the sign-in page.
  'POST //users/saml/link': everybody(303, {}, { 403: [...acting, 'overSession'], 404: signedIn }),
  'GET //users/owner': everybody(303, {}, { 200: signedIn, 403: [...acting, 'overSession'] }),
  // Refused with 422, because mail is disabled and the accounts have passwords.
  'POST //users/owner/link': everybody(303, {}, { 422: signedIn, 403: [...acting, 'overSession'] }),
  // Not found, because the link was sent to another user.
  'GET //users/owner/:owner_link': everybody(303, {}, { 403: [...acting, 'overSession'], 404: signedIn }),
  'POST //users/owner/:owner_link': everybody(303, {}, { 403: [...acting, 'overSession'], 404: signedIn }),
  'POST //users/saml/prove': everybody(303, {}, { 403: [...acting, 'overSession'], 404: signedIn }),
  'POST //users/saml/check': everybody(
    303,
    {},
    { 403: ['actingAsAdmin', 'overSession'], 404: [...signedIn, 'actingAsMember', 'actingAsOwner'] },
  ),
  // No identity provider has this key.
  'GET //users/oidc/login': everybody(404),
  'GET //users/oidc/callback/:provider_key': everybody(404),
  'POST //users/oidc/code': everybody(
    303,
    filledIn(() => ({ ticket: 'nothing', code: '000000' })),
  ),
  'POST //users/oidc/link/:provider_key': everybody(303, {}, { 403: [...acting, 'overSession'], 404: signedIn }),
  'POST //users/oidc/prove/:provider_key': everybody(303, {}, { 403: [...acting, 'overSession'], 404: signedIn }),
  'POST //users/oidc/check/:provider_key': everybody(
    303,
    {},
    { 403: ['actingAsAdmin', 'overSession'], 404: [...signedIn, 'actingAsMember', 'actingAsOwner'] },
  ),
  'POST //users/oidc/logout/:provider_key': everybody(
    404,
    filledIn(() => ({ logout_token: 'nothing' })),
  ),
  'GET /admin/oidc-providers': row({ 200: ['admin'] }),
  'POST /admin/oidc-providers': row({ 201: ['admin'] }, newProvider),
  'GET /admin/oidc-providers/:oidc_provider_id': row({ 200: ['admin'] }, withProvider),
  'PATCH /admin/oidc-providers/:oidc_provider_id': row(
    { 200: ['admin'] },
    { ...sending('oidc-providers', { name: 'Corp' }), ...withProvider },
  ),
  'DELETE /admin/oidc-providers/:oidc_provider_id': row({ 204: ['admin'] }, withProvider),
  'POST /admin/saml-settings/actions/test': row({ 200: ['admin'] }, something),
  'POST /admin/saml-settings/actions/revoke-old-certificate': row({ 200: ['admin'] }),
  'PUT /admin/saml-settings/actions/revoke-old-certificate': row({ 200: ['admin'] }),
};
