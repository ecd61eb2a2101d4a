// Signing keys: the operator's key for single sign-on, and the keys of workload identity tokens.

import { query } from '../../../src/db/query.ts';
import { privateKeyPlace } from '../../../src/domains/instance/workload-identity/succession.ts';
import type { Environment } from '../../support/command.ts';
import { documentOf } from '../../support/documents.ts';
import { withDatabaseOf } from '../../support/process.ts';
import { newKeyPair } from '../../support/saml/certificate.ts';
import type { Journal } from '../journal.ts';
import { api } from './passwords.ts';

const path = `${api}/admin/saml-settings`;

/** Records a key as a whole, and one of its lines separately, in case the service joins the lines differently. */
const keepKey = ({ keep, note }: Journal, name: string, pem: string): string => {
  const [, first = ''] = pem.split('\n');
  note(keep(`key: ${name}`, pem.trim()) + keep(`key: ${name}, a line`, first));
  return pem;
};

/** Stores a key for signing requests to an identity provider. Several invalid keys are sent first. */
export const useSingleSignOn = async (journal: Journal, token: string): Promise<void> => {
  const { request } = journal;
  const patch = (status: number, attributes: object) =>
    request('PATCH', path, { token, status, json: documentOf('saml-settings', attributes) });
  const [own, other, provider] = [newKeyPair(), newKeyPair(), newKeyPair()];
  const at = (name: string) => `https://idp.example.com/${name}`;
  const wanted = {
    enabled: true,
    'idp-cert': provider.certificate,
    'sso-endpoint-url': at('sso'),
    'slo-endpoint-url': at('slo'),
    certificate: own.certificate,
    'authn-requests-signed': true,
  };
  const refused = keepKey(journal, 'of single sign-on, cut short', other.privateKey).slice(0, 300);
  await patch(422, { ...wanted, 'private-key': refused });
  await patch(422, { ...wanted, 'private-key': [refused] });
  await patch(200, { ...wanted, 'private-key': keepKey(journal, 'of single sign-on', own.privateKey) });
  await request('GET', path, { token, status: 200 });
  await request('GET', '/users/saml/metadata', { status: 200 });
  await request('GET', '/users/saml/login', { status: 303 });
  await patch(200, { enabled: false });
};

const privateKeys = query()((db) => db.selectFrom('oidc_keys').select(['kid', 'private_key']));

/** Records the stored private keys, which only the service can decrypt. */
export const keepSigningKeys = (journal: Journal, environment: Environment): Promise<void> =>
  withDatabaseOf(environment, async ({ database, vault }) => {
    for (const { kid, private_key } of await database.rows(privateKeys, {})) {
      if (private_key !== null) keepKey(journal, `of workloads ${kid}`, vault.open(privateKeyPlace(kid), private_key));
    }
  });
