// Single sign-on, which is not enabled: what is served all the same, and to whom.
import { documentOf } from '../../support/documents.ts';
import { acting } from '../callers.ts';
import { everybody, filledIn, type Rows, row, type Sent } from '../row.ts';

const something: Sent = {
  body: () => ({ json: documentOf('saml-checks', { 'saml-response': 'nothing' }) }),
};

const signedIn = ['memberSession', 'adminSession'] as const;

export const samlRows: Rows = {
  'GET //users/saml/login': everybody(404),
  'POST //users/saml/auth': everybody(
    403,
    filledIn(() => ({ SAMLResponse: 'nothing' })),
  ),
  // The ticket of nobody leads back to the sign-in page.
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
  // Without a session they lead to the sign-in page.
  'POST //users/saml/link': everybody(303, {}, { 403: [...acting, 'overSession'], 404: signedIn }),
  'POST //users/saml/check': everybody(
    303,
    {},
    { 403: ['actingAsAdmin', 'overSession'], 404: [...signedIn, 'actingAsMember', 'actingAsOwner'] },
  ),
  'POST /admin/saml-settings/actions/test': row({ 200: ['admin'] }, something),
  'POST /admin/saml-settings/actions/revoke-old-certificate': row({ 200: ['admin'] }),
  'PUT /admin/saml-settings/actions/revoke-old-certificate': row({ 200: ['admin'] }),
};
