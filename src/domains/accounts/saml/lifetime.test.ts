import assert from 'node:assert/strict';
import { verify, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { browserOf } from '../../../../test/support/browser.ts';
import { newKeyPair } from '../../../../test/support/saml/certificate.ts';
import { honestResponse } from '../../../../test/support/saml/provider.ts';
import {
  bring,
  enableSso,
  keys,
  otherKeys,
  reasonsIn,
  specFor,
  startLogin,
} from '../../../../test/support/saml/sso.ts';
import { secondInstance } from '../../../../test/support/second-instance.ts';
import { onEachEngine, openWorld, type World } from '../../../../test/support/world.ts';

const signedWith = async (world: World, pair: typeof keys): Promise<number> => {
  const browser = browserOf(world.url);
  const answer = await bring(browser, honestResponse(specFor(world, await startLogin(browser)), pair));
  return answer.status;
};

onEachEngine('Both IdP certificates are accepted until the old one is revoked, by POST or PUT', async (world) => {
  const { client, patch, show } = await enableSso(world);
  const both = async () => [await signedWith(world, keys), await signedWith(world, otherKeys)];
  const revoke = (method: string) => client.request(method, '/admin/saml-settings/actions/revoke-old-certificate');

  const before = await both();
  await patch({ 'idp-cert': `${keys.certificate}\n` });
  const same = await show();
  await patch({ 'idp-cert': otherKeys.certificate });
  const rotating = await both();
  const rotated = await show();
  const revoked = await revoke('POST');
  const after = await both();
  const again = await revoke('PUT');

  assert.deepEqual(
    [before, rotating, after],
    [
      [303, 403],
      [303, 303],
      [403, 303],
    ],
  );
  assert.equal(same['old-idp-cert'], null);
  assert.deepEqual([rotated['idp-cert'], rotated['old-idp-cert']], [otherKeys.certificate, `${keys.certificate}\n`]);
  assert.deepEqual([revoked.status, revoked.body.data.attributes['old-idp-cert']], [200, null]);
  assert.deepEqual([again.status, again.headers.get('etag')], [200, revoked.headers.get('etag')]);
});

onEachEngine(
  'No sign-in is refused during a rotation of certificates, and two concurrent rotations do not mix',
  async (world) => {
    const { patch, show } = await enableSso(world);
    const third = newKeyPair();

    const [first] = await Promise.all([signedWith(world, keys), patch({ 'idp-cert': otherKeys.certificate })]);
    await Promise.all([patch({ 'idp-cert': keys.certificate }), patch({ 'idp-cert': third.certificate })]);
    const { 'idp-cert': current, 'old-idp-cert': former } = await show();
    const after = await Promise.all([keys, otherKeys, third].map((pair) => signedWith(world, pair)));

    assert.equal(first, 303);
    assert.deepEqual(new Set([current, former]), new Set([keys.certificate, third.certificate]));
    assert.deepEqual(after, [303, 403, 303]);
  },
);

onEachEngine('Only one previous certificate is kept, and none after the current one is cleared', async (world) => {
  const { patch, show } = await enableSso(world, { enabled: false });
  await patch({ 'idp-cert': otherKeys.certificate });
  await patch({ 'idp-cert': keys.certificate });
  const rotated = await show();
  await patch({ 'old-idp-cert': 'mallory' });
  const untouched = await show();
  await patch({ 'idp-cert': '' });
  const cleared = await show();

  assert.equal(rotated['old-idp-cert'], otherKeys.certificate);
  assert.equal(untouched['old-idp-cert'], otherKeys.certificate);
  assert.deepEqual([cleared['idp-cert'], cleared['old-idp-cert']], ['', null]);
});

onEachEngine('Requests are signed when the settings say so, and the private key is never shown', async (world) => {
  const { patch, get } = await enableSso(world, {
    'authn-requests-signed': true,
    'private-key': otherKeys.privateKey,
    certificate: otherKeys.certificate,
  });
  const { headers } = await browserOf(world.url).request({ method: 'GET', path: '/users/saml/login?to=/a' });
  const metadata = await world.anonymous.get('//users/saml/metadata.xml');
  const shown = await get();
  const refused = await patch({ 'private-key': `${otherKeys.privateKey} and more` });

  const [octets = '', signature = ''] = (headers.get('location') ?? '').split('?')[1]?.split('&Signature=') ?? [];
  const { publicKey } = new X509Certificate(otherKeys.certificate);
  const bytes = Buffer.from(decodeURIComponent(signature), 'base64');
  assert.ok(verify('sha256', Buffer.from(octets), publicKey, bytes));
  assert.match(metadata.bytes.toString(), /AuthnRequestsSigned="true".*<ds:X509Certificate>/s);
  const [, line = ''] = otherKeys.privateKey.split('\n');
  for (const answer of [metadata, shown, refused]) assert.ok(!answer.bytes.toString().includes(line));
});

onEachEngine('Everyone can read the metadata at both URLs, whether or not single sign-on is enabled', async (world) => {
  const before = await world.anonymous.get('//users/saml/metadata');
  await enableSso(world);
  const after = await world.anonymous.get('//users/saml/metadata.xml');

  assert.deepEqual([before.status, after.status], [200, 200]);
  assert.deepEqual(after.bytes, before.bytes);
  assert.equal(before.headers.get('content-type'), 'application/samlmetadata+xml');
  assert.ok(before.bytes.includes(`entityID="${world.url}/users/saml/metadata"`));
});

test('A response is accepted by one instance only, which need not be the one that made the request', async () => {
  const environment = { TIPSTAFF_BASE_URL: 'https://tipstaff.example.com' };
  await using world = await openWorld('postgres', { environment });
  await using other = await secondInstance(world);
  await enableSso(world);
  const here = browserOf(world.url);
  const there = browserOf(other.url);
  const request = await startLogin(here);
  for (const [name, value] of here.cookies) there.cookies.set(name, value);
  const xml = honestResponse(specFor(world, request), keys);

  const first = await bring(there, xml);
  const again = await bring(here, xml);

  assert.deepEqual([first.status, again.status], [303, 403]);
  assert.deepEqual(await reasonsIn(world), ['replayed']);
  const [set = ''] = first.headers.getSetCookie();
  assert.match(set, /^__Host-tipstaff_session=/);
  assert.deepEqual([...here.cookies.keys()], ['__Host-tipstaff_saml']);
});

onEachEngine('Everything under /users/saml/ counts against the rate limit of the client', async (world) => {
  await enableSso(world);
  const limited = async (path: string) => {
    const { headers } = await browserOf(world.url).request({ method: 'GET', path });
    return headers.get('x-ratelimit-limit');
  };

  assert.deepEqual(
    [await limited('/users/saml/login'), await limited('/users/saml/metadata'), await limited('/users/saml/logout')],
    Array(3).fill('1000000'),
  );
});
