// A secret is shown once to its recipient. Afterwards it must not occur in the log, the data, the audit log or an error
// response.
import assert from 'node:assert/strict';
import { tokenHash } from '../../src/lib/secrets/tokens.ts';
import { randomText } from '../../src/lib/text/random-text.ts';
import { commandsOnEachEngine, type Environment, startService, tipstaffProcess } from '../support/command.ts';
import { withDatabaseOf } from '../support/process.ts';
import type { RunPlatform } from '../support/run-platform.ts';
import type { SmsProvider } from '../support/sms-provider.ts';
import { setRateLimit } from '../support/world.ts';
import { digestsOf, isIn } from './forms.ts';
import { type Journal, journalOf } from './journal.ts';
import { dumpOf, filesIn } from './places.ts';
import { useCommands } from './steps/commands.ts';
import { rememberedInputs, useEvaluations } from './steps/evaluations.ts';
import { keepSigningKeys, useSingleSignOn } from './steps/identity.ts';
import { openTalkativeMailbox, type TalkativeMailbox, useMail } from './steps/mail.ts';
import { useModules, usePolicyVersions } from './steps/modules.ts';
import { api, byAdministrator, byApi, byPage, makeFirst } from './steps/passwords.ts';
import { openTalkativePlatform, useRunTasks } from './steps/run-tasks.ts';
import { actAs, enterByPage, failToSignIn } from './steps/sessions.ts';
import { storeCredentials } from './steps/settings.ts';
import { misplaceSecrets } from './steps/strangers.ts';
import { openTalkativeProvider, useTexting } from './steps/texting.ts';
import { useTokens } from './steps/tokens.ts';
import { useTwoFactor } from './steps/two-factor.ts';

/** External services with which the tested service communicates. */
interface Others {
  readonly mailbox: TalkativeMailbox;
  readonly provider: SmsProvider;
  readonly platform: RunPlatform;
}

/** Creates secrets of every type and uses each of them in every request that accepts it. */
const live = async (journal: Journal, oneTimeToken: string, { mailbox, provider, platform }: Others): Promise<void> => {
  const admin = await makeFirst(journal, oneTimeToken);
  const onPage = await byPage(journal, admin.token);
  const target = await byApi(journal, admin.token);
  const secretsOfSteps = await byAdministrator(journal, admin.token);
  await failToSignIn(journal, secretsOfSteps);
  await actAs(journal, admin, target);
  await useTwoFactor(journal, onPage, await enterByPage(journal, onPage));
  await useTokens(journal, admin.token);
  await useModules(journal, admin.token);
  await usePolicyVersions(journal, admin.token);
  await useEvaluations(journal, admin.token);
  await useRunTasks(journal, admin.token, platform);
  await storeCredentials(journal, admin.token);
  await useSingleSignOn(journal, admin.token);
  await useTexting(journal, admin.token, target, provider);
  await useMail(journal, admin.token, mailbox);
  await misplaceSecrets(journal, admin.token);
  await journal.request('GET', `${api}/admin/audit-trail?page[size]=100`, { token: admin.token });
  await journal.request('GET', `${api}/admin/audit-trail?page[size]=100&page[number]=2`, { token: admin.token });
};

/** Records the secrets in the service's environment variables. */
const keepSurroundings = (journal: Journal, environment: Environment): void => {
  const { TIPSTAFF_ENCRYPTION_KEY, TIPSTAFF_DATABASE_URL, TIPSTAFF_METRICS_TOKEN = '' } = environment;
  const { TIPSTAFF_HTTPS_PROXY = '' } = environment;
  journal.note(JSON.stringify(environment));
  journal.keep('metrics token', TIPSTAFF_METRICS_TOKEN);
  journal.keep('password of the proxy', new URL(TIPSTAFF_HTTPS_PROXY).password);
  if (TIPSTAFF_ENCRYPTION_KEY !== undefined) journal.keep('encryption key', TIPSTAFF_ENCRYPTION_KEY);
  if (TIPSTAFF_DATABASE_URL === undefined) return;
  const { username, password } = new URL(TIPSTAFF_DATABASE_URL);
  if (password !== '') journal.keep('access to the database', `${username}:${password}@`);
};

/** Returns the names of the secrets that the given data contains in any form. */
const secretsIn = (place: Buffer, { secrets }: Journal): readonly string[] =>
  [...secrets].filter(([, text]) => isIn(place, text)).map(([name]) => name);

/** Returns fast digests of all passwords. The service must not store such digests either. */
const fastDigests = ({ secrets }: Journal): readonly string[] =>
  [...secrets].flatMap(([name, text]) => (name.startsWith('password: ') ? digestsOf(text) : []));

const hashOf = ({ secrets }: Journal, name: string): string => tokenHash(secrets.get(name) ?? '');

const keyFile = 'encryption-key';

commandsOnEachEngine(
  'No secret that was created, shown or sent is found anywhere afterwards',
  async (secretsOfSteps) => {
    await using provider = await openTalkativeProvider();
    await using platform = await openTalkativePlatform();
    const environment: Environment = {
      ...secretsOfSteps,
      TIPSTAFF_LOG_LEVEL: 'trace',
      TIPSTAFF_METRICS_TOKEN: randomText(40),
      TIPSTAFF_HTTPS_PROXY: `http://squid:${randomText(40)}@127.0.0.1:1`,
      TIPSTAFF_SMS_BASE_URL: provider.url,
      TIPSTAFF_RUN_PLATFORMS: platform.url,
    };
    const { TIPSTAFF_DATA_DIR: folder = '', TIPSTAFF_METRICS_TOKEN = '' } = environment;
    await withDatabaseOf(secretsOfSteps, (context) => setRateLimit(context, 1_000_000));
    await using service = await startService(environment, { keepsLog: true });
    const journal = journalOf(service.url);
    keepSurroundings(journal, environment);

    await journal.request('GET', '/readyz', { token: TIPSTAFF_METRICS_TOKEN });
    await using mailbox = await openTalkativeMailbox(journal);
    await live(journal, service.output.firstAdministrator.token, { mailbox, provider, platform });
    const errors = await useCommands(journal, environment);
    await keepSigningKeys(journal, environment);
    const during = await filesIn(folder);
    const exported = await tipstaffProcess(['audit', 'export'], environment);
    const doctor = await tipstaffProcess(['doctor'], environment);
    await service.stop();
    const recorded = await rememberedInputs(environment);
    const [after, dump] = [await filesIn(folder), await dumpOf(environment)];

    const key = after.get(keyFile)?.toString('utf8').trim();
    if (key !== undefined) journal.note(journal.keep('encryption key', key));
    assert.deepEqual(secretsIn(journal.everything(), journal), [...journal.secrets.keys()]);
    const places = new Map([
      ['log', Buffer.from(service.log() + errors + exported.stderr)],
      ['answers', journal.harmless()],
      ['export', Buffer.from(exported.stdout)],
      ['doctor', Buffer.from(doctor.stdout)],
      ['dump', dump],
      ['recorded inputs', recorded],
      ...[...during].map(([name, content]) => [`${name} while the service runs`, content] as const),
      ...after,
    ]);
    for (const name of [keyFile, `${keyFile} while the service runs`]) places.delete(name);
    for (const [name, place] of places) assert.deepEqual(secretsIn(place, journal), [], name);
    assert.doesNotMatch(doctor.stderr, /Warning/);
    assert.match(service.log(), /"path":"\/api\/v2\/session","status":201/);
    assert.match(service.log(), /"level":"trace",.*"sql":"insert into \\"sessions\\" .*"milliseconds":[\d.]+/);
    assert.match(recorded.toString('utf8'), /aws_db_instance/);
    assert.doesNotMatch(dump.toString('latin1'), /PRIVATE KEY|"d":/);
    for (const there of ['outbox: ', 'mail.give-up', 'oidc.sign']) assert.ok(dump.includes(there), there);
    assert.ok(!fastDigests(journal).some((digest) => dump.includes(digest)));
    for (const live of ['token: second of a person', 'cookie: signed in with a code', 'recovery code: renewed 0']) {
      assert.ok(dump.includes(hashOf(journal, live)), live);
    }
  },
);
