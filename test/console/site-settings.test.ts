import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openReceiver, secret, streamOnce } from '../support/audit-receiver.ts';
import { follow, hasCount, hasValue, loaded, newPerson, visit } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { openMailbox } from '../support/mailbox.ts';
import { newKeyPair } from '../support/saml/certificate.ts';
import { settingsOver } from '../support/settings.ts';
import { openWorld } from '../support/world.ts';

test('An administrator changes settings, and sees default values, errors and conflicts at the field', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });
  const general = settingsOver(admin.client, 'general-settings');

  await visit(world, admin, { path: '/app/site/settings' }, async (page) => {
    await loaded(page, 'Settings');
    await page.getByRole('link', { name: 'General' }).click();
    await loaded(page, 'General');
    const save = page.getByRole('button', { name: 'Save' });
    const size = page.getByRole('textbox', { name: 'Largest plan that is evaluated' });
    assert.equal(await size.inputValue(), '20');
    assert.ok(await save.isDisabled());

    await size.fill('0');
    await page.getByText('Unsaved changes').waitFor();
    await save.click();
    await page.locator('[aria-invalid="true"]').waitFor();
    assert.equal(await size.getAttribute('aria-invalid'), 'true');
    await page.getByText('Largest plan that is evaluated (MiB) must be greater than or equal to 1').waitFor();
    await size.fill('45');
    await page.getByRole('textbox', { name: 'Requests per second for each client' }).fill('1');
    await save.click();
    // The service's error names the attribute. The console shows the attribute's label instead.
    await page.getByText('Requests per second for each client must be greater than or equal to 30').waitFor();
    await page.getByRole('button', { name: 'Use the default of Requests per second for each client' }).click();
    const changes = page.getByRole('status').filter({ hasText: 'Unsaved changes' });
    await changes.getByText('Largest plan that is evaluated (MiB): 20 → 45').waitFor();
    await save.click();
    await page.getByText('The settings “General” were saved. The changes take effect immediately.').waitFor();
    assert.equal((await general.show())['policy-plan-size-limit'], 45);
    await changes.waitFor({ state: 'detached' });

    // Another administrator changes the record before this form is saved. No change is lost or overwritten without
    // notice.
    await size.fill('50');
    await general.patch({ 'module-storage-limit': 7 });
    await save.click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Another user has changed this record' });
    await conflict.getByText('Module storage per organization (MiB): 102400 → 7').waitFor();
    await page.getByRole('button', { name: 'Load the current values' }).click();
    await conflict.waitFor({ state: 'detached' });
    await hasValue(page.getByRole('textbox', { name: 'Module storage per organization' }), '7');
    await page.getByRole('button', { name: 'Use the default of Largest plan that is evaluated (MiB)' }).click();
    await save.click();
    await changes.waitFor({ state: 'detached' });
    const stored = await general.show();
    assert.deepEqual([stored['policy-plan-size-limit'], stored['module-storage-limit']], [20, 7]);

    const home = await world.home();
    const own = documentOf('data-retention-policy-delete-olders', { 'delete-older-than-n-days': 7 });
    await home.client.post(`/organizations/${home.name}/relationships/data-retention-policy`, own);
    await page.goto('/app/site/settings/data-retention');
    await loaded(page, 'Data retention');
    const days = page.getByLabel('Delete superseded data after (days)');
    for (const value of ['30', '']) {
      await days.fill(value);
      await save.click();
      await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
      const { status } = await admin.client.get('/admin/data-retention-policy-settings');
      assert.equal(status, value === '' ? 404 : 200);
    }
    // The history shows the actor, the change and the time, as for the other groups of settings. It contains no changes
    // to organizations.
    const changed = page.getByRole('region', { name: 'Last changes' }).getByRole('listitem');
    for (const [before, after] of [
      ['empty', '30'],
      ['30', 'empty'],
    ]) {
      const change = changed.filter({ hasText: `Delete superseded data after (days): ${before} → ${after}` });
      await change.getByText(admin.user.username).waitFor();
      const at = Date.parse((await change.locator('time').getAttribute('datetime')) ?? '');
      assert.ok(Math.abs(world.context.clock.now() - at) < 600_000, String(at));
    }
    await hasCount(changed, 2);
  });
});

test('Problems name a field by its label, also if the service uses other attribute names', async () => {
  await using world = await openWorld('sqlite', { environment: { TIPSTAFF_VOCABULARY: 'terraform' } });
  const admin = await newPerson(world, { isAdmin: true });

  await visit(world, admin, { path: '/app/site/settings/saml' }, async (page) => {
    await loaded(page, 'SAML');
    await page.getByRole('checkbox', { name: 'Enabled' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Certificate of the identity provider \(PEM\) can't be blank/).waitFor();
  });
  await visit(world, admin, { path: '/app/site/settings/cost-estimation' }, async (page) => {
    await loaded(page, 'Cost estimation');
    await page
      .getByRole('group', { name: /access key ID/ })
      .getByRole('button')
      .first()
      .click();
    await page.getByRole('textbox', { name: /access key ID/ }).fill('key');
    await page.getByRole('checkbox', { name: 'Enabled' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/: secret key can't be blank/).waitFor();
  });
});

test('Secrets are shown as set, can be replaced and removed, and are never sent back', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });
  const cost = settingsOver(admin.client, 'cost-estimation-settings');
  await cost.patch({ 'cloud-a-access-key-id': 'first-secret', 'cloud-a-secret-key': 'second-secret' });

  await visit(world, admin, { path: '/app/site/settings/cost-estimation' }, async (page) => {
    const bodies: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') bodies.push(request.postData() ?? '');
    });
    await loaded(page, 'Cost estimation');
    const secret = page.getByRole('group', { name: 'Cloud A (AWS): secret key' });
    await secret.getByText('Set', { exact: true }).waitFor();
    assert.ok(!(await page.content()).includes('-secret<'));
    await secret.getByRole('button', { name: 'Replace' }).click();
    await secret.getByRole('textbox').fill('third');
    await page.getByRole('button', { name: 'Remove: Cloud A (AWS): access key ID' }).click();
    await page.getByText('Cloud A (AWS): access key ID: Will be removed').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const attributes = { 'cloud-a-access-key-id': null, 'cloud-a-secret-key': 'third' };
    assert.deepEqual(
      bodies.map((body) => JSON.parse(body)),
      [{ data: { attributes } }],
    );
    const stored = await cost.show();
    assert.deepEqual([stored['cloud-a-access-key-id'], stored['cloud-a-secret-key']], [null, 'third']);

    // The history below the form shows the actor and the change, without the secrets.
    const history = page.getByRole('region', { name: 'Last changes' });
    await history.getByText('Cloud A (AWS): access key ID: Set → empty').waitFor();
    assert.equal(await history.getByRole('listitem').count(), 2);

    await settingsOver(admin.client, 'saml-settings').patch({ 'idp-cert': newKeyPair(20).certificate });
    await follow(page, '/app/site/settings/saml');
    await page
      .getByRole('group', { name: /private key/i })
      .getByText('Not set')
      .waitFor();
    await page.getByText('Expires in 19 days').waitFor();
    await page.getByText(/^SHA-256: [0-9A-F:]{95}$/).waitFor();
  });
});

test('A test mail is sent with the stored settings, and the page says so only if it was sent', async () => {
  await using world = await openWorld('sqlite');
  await using mailbox = await openMailbox();
  const admin = await newPerson(world, { isAdmin: true });

  await visit(world, admin, { path: '/app/site/settings/smtp' }, async (page) => {
    await loaded(page, 'Mail');
    await page.getByText('Mail is off.').waitFor();
    await page.getByRole('checkbox', { name: 'Enabled' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText("Host can't be blank").waitFor();
    await page.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
    await page.getByText('Usually 587 with STARTTLS or 465 with TLS.').waitFor();
    await page.getByRole('textbox', { name: 'Port' }).fill('smtp');
    await page.getByText('Enter a whole number, in digits.').waitFor();
    await page.getByRole('textbox', { name: 'Port' }).fill(String(mailbox.port));
    const choices = page.getByRole('combobox', { name: 'Authentication' }).getByRole('option');
    assert.deepEqual(await choices.allTextContents(), ['None', 'Plain', 'Login']);
    await page.getByRole('textbox', { name: 'Sender address' }).fill('tipstaff@example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    const send = page.getByRole('button', { name: 'Send a test mail' });
    await send.click();
    await page.getByText('Enter an e-mail address.').waitFor();
    await page.getByRole('textbox', { name: 'Recipient' }).fill('me@example.com');
    await send.click();
    await page.getByText('The mail server accepted a test mail to me@example.com.').waitFor();
    assert.deepEqual(
      mailbox.mails.map(({ to }) => to),
      [['me@example.com']],
    );
  });
});

test('The audit stream is configured, tested, observed and restarted', async () => {
  await using world = await openWorld('sqlite');
  await using receiver = await openReceiver();
  const admin = await newPerson(world, { isAdmin: true });
  const url = `https://127.0.0.1:${receiver.port}/`;

  await visit(world, admin, { path: '/app/site/settings/audit-stream' }, async (page) => {
    await loaded(page, 'Audit stream');
    await page.getByRole('row', { name: 'State Off' }).waitFor();
    await page.getByRole('checkbox', { name: 'Enabled' }).check();
    await page.getByRole('textbox', { name: 'Address of the receiver' }).fill(url);
    await page.getByRole('textbox', { name: 'Certificate of the certificate authority' }).fill(receiver.certificate);
    await page.getByRole('button', { name: /^Set: Secret/ }).click();
    await page.getByRole('textbox', { name: 'Secret of the signature' }).fill(secret);
    await page.getByRole('button', { name: 'Save' }).click();
    const test = page.getByRole('button', { name: 'Test the receiver' });
    await test.click();
    await page.getByText('The receiver was reached.').waitFor();
    receiver.behave((_request, response) => response.writeHead(503).end());
    await test.click();
    await page.getByText('The test failed. The receiver responded with status 503.').waitFor();
    await streamOnce(world);
    await page.getByRole('row', { name: 'State Failed 1 time in a row' }).waitFor();
    await page.getByRole('row', { name: 'Last failure The receiver responded with status 503.' }).waitFor();
    receiver.behave();
    await page.getByRole('textbox', { name: 'From' }).fill('4711x');
    await page.getByRole('button', { name: 'Send records again' }).click();
    await page.getByText(/must be beginning, now, or the sequence number/).waitFor();
    await page.getByRole('textbox', { name: 'From' }).fill('beginning');
    await page.getByRole('button', { name: 'Send records again' }).click();
    await page.getByText('The audit stream was restarted.').waitFor();
    await streamOnce(world);
    await page.getByRole('row', { name: 'Records waiting 0' }).waitFor();
    await page.getByRole('row', { name: 'State OK' }).waitFor();
  });
});

test('An administrator makes a dry run of a sign-in, and rotates and trims signing keys', async () => {
  await using world = await openWorld('sqlite');
  const admin = await newPerson(world, { isAdmin: true });

  await visit(world, admin, { path: '/app/site/settings/saml' }, async (page) => {
    await loaded(page, 'SAML');
    // The form shows the values that the identity provider needs before the values that it provides.
    const form = page.locator('form').filter({ hasText: 'Metadata address' });
    const texts = await form.innerText();
    const places = ['Metadata address', 'Sign-in address', 'Sign-out address', 'Attribute with the username'].map(
      (text) => texts.indexOf(text),
    );
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    );
    await form.getByRole('button', { name: 'Copy Metadata address' }).waitFor();
    await form.getByText('That is 14 days.').waitFor();
    await page.getByLabel('SAML response').fill('<no-response/>');
    await page.getByRole('button', { name: 'Try the response' }).click();
    await page.getByText(/The sign-in would be refused|Not tried/).waitFor();

    // The clipboard API is removed, because browsers do not provide it to pages without TLS.
    await page.addInitScript({ content: 'delete Navigator.prototype.clipboard;' });
    await page.reload();
    await form.getByText('That is 14 days.').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Copy/ }).count(), 0);

    await page.goto('/app/site/signing-keys');
    await loaded(page, 'Signing keys');
    const fact = (name: string) => page.locator('dl > div').filter({ hasText: name });
    await fact('Next rotation').getByText('in 2 months').waitFor();
    await fact('Next deletion of former keys').getByText('No former keys').waitFor();
    const rows = page.getByRole('rowheader');
    const first = await rows.first().textContent();
    await page.getByRole('button', { name: 'Rotate the key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate the key' }).click();
    await page.getByText('Verifies older tokens').waitFor();
    await hasCount(rows, 2);
    assert.notEqual(await rows.first().textContent(), first);
    await fact('Next deletion of former keys')
      .getByText(/^in (29|30) days$/)
      .waitFor();
    await page.getByRole('button', { name: 'Delete former keys' }).click();
    await page.getByRole('dialog').getByText('Delete 1 former key?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete former keys' }).click();
    await page.getByText('Verifies older tokens').waitFor({ state: 'detached' });
  });
});
