import assert from 'node:assert/strict';
import { initialAdminPath, initialAdminToken } from '../../src/domains/accounts/administration/initial-admin.ts';
import { auditOf } from '../support/audit.ts';
import { browserOf } from '../support/browser.ts';
import { sendRaw } from '../support/raw.ts';
import { onEachEngine, type World } from '../support/world.ts';

const password = 'a lantern in the fog';
const account = { username: 'root', email: 'root@example.com', password, repeated: password };

/** Returns the path of the page whose address the service prints at its first start. */
const printedPath = async ({ context }: World): Promise<string> =>
  initialAdminPath((await initialAdminToken(context)) ?? '');

onEachEngine('The printed link creates the first administrator and signs them in, once', async (world) => {
  const path = await printedPath(world);
  const [browser, late] = [browserOf(world.url), browserOf(world.url)];

  const form = await browser.open(path);
  const lateForm = await late.open(path);
  const first = await browser.send(form, path, account);
  const second = await late.send(lateForm, path, { ...account, username: 'second', email: 'second@example.com' });
  const again = await late.open(path);
  const own = await browser.request({ method: 'GET', path: '/api/v2/account/details' });

  assert.equal(form.title, 'Create the first administrator · Tipstaff');
  assert.deepEqual(first.way.slice(1), ['/sign-in?signed-in=1&to=%2Fapp%2Ffirst-steps', '/app/first-steps']);
  assert.equal(first.status, 200);
  assert.deepEqual([second.status, again.status, late.cookies.size], [404, 404, 0]);
  assert.match(again.text, /The link works once, and only while there is no administrator\./);
  const { data } = JSON.parse(own.bytes.toString());
  assert.equal(data.attributes['is-admin'], true);
  assert.equal(await initialAdminToken(world.context), undefined);
  const actions = (await auditOf(world, data.id)).map(({ action }) => action);
  assert.deepEqual(actions, ['user.create']);
  const tokens = await browser.request({ method: 'GET', path: `/api/v2/users/${data.id}/authentication-tokens` });
  assert.deepEqual(JSON.parse(tokens.bytes.toString()).data, [], 'a browser needs no token');
});

onEachEngine('Each error in the first account is shown next to its field, and the link stays valid', async (world) => {
  const path = await printedPath(world);
  const browser = browserOf(world.url);
  const form = await browser.open(path);
  const hostile = '"><script>alert(1)</script>';

  const wrong = await browser.send(form, path, { username: hostile, email: 'none', password: 'short', repeated: 'x' });
  const weak = await browser.send(form, path, { ...account, password: 'password1234', repeated: 'password1234' });
  const made = await browser.send(weak, path, { password, repeated: password });

  assert.equal(wrong.status, 422);
  const described = (wrong.forms[0]?.inputs ?? []).filter((input) => input['aria-invalid'] === 'true');
  assert.deepEqual(
    described.map(({ name }) => name),
    ['username', 'email', 'password', 'repeated'],
  );
  assert.ok(!wrong.source.includes('<script'));
  assert.deepEqual(
    wrong.forms[0]?.inputs.map(({ value }) => value),
    [hostile, 'none', undefined, undefined],
  );
  assert.match(weak.text, /Password is too easy to guess/);
  assert.match(weak.text, /Letters, numbers, hyphens, underscores and dots\./);
  assert.equal(weak.forms[0]?.fields.username, 'root');
  assert.equal(made.path, '/app/first-steps');
});

onEachEngine('At an address that is not configured, the page first shows the variable to set', async (world) => {
  const path = await printedPath(world);
  const seen = 'https://tipstaff.example.com';
  const elsewhere = browserOf(world.url, { origin: seen, headers: { host: 'tipstaff.example.com' } });
  // The page shows the correct address even behind a proxy that changes the host name.
  const proxied = browserOf(world.url, { headers: { host: 'backend:8080' } });

  const [opened, openedByProxy] = [await elsewhere.open(path), await proxied.open(path)];
  const answer = await elsewhere.send(opened, path);
  const form = await proxied.send(openedByProxy, path);
  const sentElsewhere = await sendRaw(world.url, {
    method: 'POST',
    path,
    headers: { origin: seen, 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(new URLSearchParams(account).toString()),
  });

  assert.deepEqual(opened.forms[0]?.inputs, []);
  assert.equal(answer.status, 409);
  assert.ok(answer.source.includes(`<code>TIPSTAFF_BASE_URL=${seen}</code>`), answer.source);
  assert.ok(answer.source.includes(`<code>${world.url}${path}</code>`));
  assert.deepEqual(answer.forms, []);
  assert.equal(form.forms[0]?.inputs.length, 4);
  assert.equal(sentElsewhere.status, 409);
  assert.notEqual(await initialAdminToken(world.context), undefined);
});
