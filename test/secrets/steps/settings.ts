// Credentials for other services, which the instance stores for later use.
import { randomText } from '../../../src/lib/text/random-text.ts';
import { documentOf } from '../../support/documents.ts';
import type { Journal } from '../journal.ts';
import { api } from './passwords.ts';

const path = `${api}/admin/cost-estimation-settings`;

/** Stores credentials, some of which are invalid, and reads them. */
export const storeCredentials = async ({ request, keep }: Journal, token: string): Promise<void> => {
  const patch = (status: number, attributes: object) =>
    request('PATCH', path, { token, status, json: documentOf('cost-estimation-settings', attributes) });
  const refused = keep('credentials: incomplete', randomText(30));
  const key = (name: string) => ({
    type: 'service_account',
    client_email: 'a@b.c',
    private_key: keep(name, randomText(50)),
  });
  await patch(422, { enabled: true, 'cloud-a-secret-key': refused });
  await patch(422, { 'cloud-a-secret-key': [keep('credentials: in a list', randomText(30))] });
  await patch(422, { enabled: true, 'cloud-b-credentials': `${JSON.stringify(key('credentials: broken off'))},` });
  await patch(200, {
    enabled: true,
    'cloud-a-access-key-id': keep('credentials: identifier for cloud A', randomText(30)),
    'cloud-a-secret-key': keep('credentials: cloud A', randomText(30)),
    'cloud-b-credentials': JSON.stringify(key('credentials: cloud B')),
    'cloud-c-client-secret': keep('credentials: cloud C', randomText(30)),
    'cloud-c-client-id': keep('credentials: client of cloud C', randomText(30)),
    'cloud-c-subscription-id': keep('credentials: subscription of cloud C', randomText(30)),
    'cloud-c-tenant-id': keep('credentials: tenant of cloud C', randomText(30)),
  });
  await patch(200, { 'cloud-a-secret-key': keep('credentials: cloud A, the next ones', randomText(30)) });
  await request('GET', path, { token, status: 200 });
  // No server listens at this address, so each attempt to send audit records fails and is logged.
  const receiver = { url: 'https://127.0.0.1:1/', secret: keep('audit stream: secret', randomText(30)) };
  const stream = documentOf('audit-stream-settings', { enabled: true, ...receiver });
  await request('PATCH', `${api}/admin/audit-stream-settings`, { token, status: 200, json: stream });
  await request('POST', `${api}/admin/oidc-settings/actions/rotate-key`, { token, status: 204 });
};
