// A restored instance is on hold: it sends nothing to other systems until an operator resumes it.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { deliveryJob } from '../../src/domains/instance/mail/delivery.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { linesOf, openReceiver, secret, streamOnce } from '../support/audit-receiver.ts';
import { type Environment, environmentOf, tipstaff } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { openMailbox } from '../support/mailbox.ts';
import { withDatabaseOf } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { engines } from '../support/world.ts';

const succeed = async (words: readonly string[], environment: Environment, input = ''): Promise<string> => {
  const { code, stdout, stderr } = await tipstaff(words, environment, { input });
  assert.equal(code, 0, `${words.join(' ')}: ${stdout}${stderr}`);
  return stdout;
};

const set = (group: string, attributes: object, environment: Environment) =>
  succeed(['settings', 'set', group, '--stdin'], environment, JSON.stringify(attributes));

/** Runs the background jobs that send data to other systems. */
const work = (environment: Environment): Promise<void> =>
  withDatabaseOf(environment, async (context) => {
    await streamOnce({ context });
    await runOnce(context, deliveryJob(context));
  });

for (const engine of engines) {
  test(`A restored instance sends nothing until it is resumed, and its stream receiver then gets the reason (${engine})`, async () => {
    await using folder = await temporaryFolder();
    await using receiver = await openReceiver();
    await using mailbox = await openMailbox();
    await using source = await freshDatabase('sqlite');
    await using target = await freshDatabase(engine);
    const key = { TIPSTAFF_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') };
    const production = { ...environmentOf(source), ...key };
    const place = target.databaseUrl === undefined ? { TIPSTAFF_DATA_DIR: join(folder.path, 'data') } : {};
    const trial = { ...environmentOf(target), ...key, ...place };
    const [file, lines] = [join(folder.path, 'backup'), join(folder.path, 'lines')];
    const user = (name: string) => ['user', 'create', '--username', name, '--email', `${name}@example.com`];
    const { certificate, port } = receiver;
    const stream = { url: `https://127.0.0.1:${port}/`, secret, 'ca-certificate': certificate };
    await set('smtp', { enabled: true, host: '127.0.0.1', port: mailbox.port, sender: 'a@example.com' }, production);
    await set('audit-stream', { enabled: true, ...stream }, production);
    await work(production);
    await succeed(user('ada'), production);
    await succeed(['backup', file], production);
    await succeed(user('bo'), production);
    await work(production);
    const [sent, mails] = [linesOf(receiver).length, mailbox.mails.length];

    const restored = await succeed(['restore', file], trial);
    await work(trial);
    const examined = await tipstaff(['doctor'], trial);
    const shown = await tipstaff(['resume'], trial);
    const untouched = [linesOf(receiver).length, mailbox.mails.length];
    await succeed(['backup', `${file}-again`], trial);
    const resumed = await succeed(['resume', '--yes'], trial);
    const again = await tipstaff(['resume', '--yes'], trial);
    const examinedThen = await tipstaff(['doctor'], trial);
    await work(trial);
    writeFileSync(lines, `${linesOf(receiver).join('\n')}\n`);
    const refused = await tipstaff(['audit', 'verify-stream', lines], {});
    const verified = await tipstaff(['audit', 'verify-stream', lines, '--restored'], {});

    assert.match(restored, /The instance is on hold: until "tipstaff resume", it sends no mail, .*\.\n$/);
    assert.deepEqual(untouched, [sent, mails]);
    assert.deepEqual([examined.code, examinedThen.code, shown.code, again.code], [1, 0, 1, 1]);
    assert.match(examined.stdout, /^problem +held +This instance was restored from .* and is held/m);
    assert.match(shown.stdout, /^Audit stream: +\d+ records? (?:is|are) sent$/m);
    assert.match(shown.stdout, /^Mail: +0 queued since the restore: sent; 1 waiting since the backup: deleted$/m);
    assert.match(shown.stdout, /Nothing was changed\. Add --yes to resume the instance\.\n$/);
    assert.match(resumed, /Resumed\. Running services continue within a minute\.\n$/);
    assert.equal(mailbox.mails.length, mails);
    assert.deepEqual([refused.code, verified.code], [1, 0], `${refused.stdout}${verified.stdout}`);
    assert.match(refused.stdout, /The instance was restored from a backup at .* add --restored\.\n$/);
  });
}
