// Tests every page in four states: without records, without the permission, if the service fails, and with records.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { givePassword, newPerson } from '../support/console.ts';
import { openConsoleScene } from '../support/console-scene.ts';
import { type PageReport, visitEveryPage } from '../support/every-page.ts';
import { newMember, newTeam } from '../support/members.ts';
import { type Home, openWorld, type Person, system, type World } from '../support/world.ts';

/** Sentences that say that there are no records. A page may show such a sentence only if it could read all records. */
const saysNothingThere =
  /^(?:There (?:is|are) no .*|No [^\n]* (?:is|are|was|has been) [^\n]*\.|None\.?|Nothing .*\.)$/m;

/** Names of buttons and links that create or change something. */
const changing = /^(?:Add|Change|Create|Delegate|Delete|Edit|Grant|Invite|New|Publish|Restore|Save|Start|Upload)\b/;

/** Creates a member whose team can manage policies, and who can sign in. */
async function newAuthor(world: World, home: Home): Promise<Person> {
  const author = await newMember(world, home, await newTeam(world, home, ['manage-policies']));
  await givePassword(world, author);
  return author;
}

/** Returns a line with the address of the page for each finding of each page. */
const linesOf = (reports: readonly PageReport[], findingsOf: (report: PageReport) => readonly string[]) =>
  reports.flatMap((report) => findingsOf(report).map((finding) => `${report.address}: ${finding}`));

const ofOrganization = (address: string): boolean => address.startsWith('/app/organizations/works/');

/** Texts of the pages of a new organization that say what is missing. */
const emptyTexts: Readonly<Record<string, string>> = {
  policies: 'There are no policies yet.',
  'policy-sets': 'There are no policy sets yet.',
  evaluations: 'No plan has been evaluated yet.',
  'recorded-plans': 'No plans are recorded.',
  'run-tasks': 'There are no run tasks yet.',
  exceptions: 'There are no exemptions.',
  'exceptions/requests': 'There are no requests.',
  'exceptions/overrides': 'No evaluation is overridden.',
  'exceptions/approvals': 'There are no approvals.',
  'exceptions/delegations': 'There are no delegations.',
  workspaces: 'No workspace is registered yet.',
  registry: 'There are no modules yet.',
};

/** Parameters of pages that show a record which an organization without records does not have. */
const records = [
  ...['policy', 'replay', 'revision', 'exemption', 'set', 'evaluation', 'workspace', 'project', 'runTask', 'request'],
  ...['workspaceName', 'team', 'identityProvider', 'name', 'provider', 'user', 'group'],
];

test('Pages of a new organization say what is missing, and none of them fails', async () => {
  await using world = await openWorld('sqlite');
  const owner = await newPerson(world);
  await createOrganization(world.context, system, { name: 'works', email: 'a@example.com' }, owner.user.id);
  const parameters = Object.fromEntries(records.map((name) => [name, ['absent']]));

  const reports = await visitEveryPage(world, owner, {
    parameters: { ...parameters, organization: ['works'] },
    isVisited: (address) => ofOrganization(address) && !address.includes('/absent'),
  });

  const missing = Object.entries(emptyTexts).filter(
    ([path, text]) => !reports.some((each) => each.address.endsWith(`/works/${path}`) && each.text.includes(text)),
  );
  assert.deepEqual(missing, []);
  assert.deepEqual(
    linesOf(reports, ({ alerts, text }) => [...alerts, ...(text.includes('Try again') ? ['Try again'] : [])]),
    [],
  );
});

/** Sentences that say that there are no records that the person can see, or that the person has created none. */
const isLimited = (sentence: string): boolean => /that you can see|^You /.test(sentence);

test('Pages for which a member lacks the permission show neither errors nor buttons, and do not say that there are no records', async () => {
  await using world = await openWorld('sqlite');
  const { home, parameters } = await openConsoleScene(world);
  const member = await newMember(world, home);
  await givePassword(world, member);

  const reports = await visitEveryPage(world, member, { parameters, isVisited: ofOrganization });

  assert.ok(reports.length > 50, `${reports.length} pages`);
  const claimsIn = (text: string) => text.split('\n').filter((line) => saysNothingThere.test(line) && !isLimited(line));
  assert.deepEqual(
    linesOf(reports, ({ alerts, buttons, text }) => [
      ...alerts,
      ...buttons.filter((name) => changing.test(name)),
      ...claimsIn(text),
      ...(text.includes('Try again') ? ['Try again'] : []),
    ]),
    [],
  );
});

/** Requests that succeed while all others fail: requests about the person, the organization, and single records. */
const answered = [
  /^\/api\/v2\/(?:account\/details|organizations|organizations\/works)$/,
  /^\/api\/v2\/(?!admin\/)[a-z-]+\/[a-z]+-\w{16}$/,
];

const failOthers = async (route: Route): Promise<void> => {
  const { pathname } = new URL(route.request().url());
  if (answered.some((each) => each.test(pathname))) return route.continue();
  const errors = [{ status: '500', title: 'Internal server error' }];
  await route.fulfill({ status: 500, json: { errors } });
};

/** Pages that show only a form, links, or the attributes of a single record. */
const withoutLists = [
  /^\/app\/(?:organizations|me\/two-factor|site\/settings|organizations\/works\/settings)$/,
  /\/(?:new|new-organization|new-user|new-identity-provider|publish-module|evaluate)$/,
  /\/exceptions\/(?:exemptions|requests)\/\w+-\w+$/,
];

/**
 * The tags of a policy set are part of the set, so its page can say that there are none although all other requests
 * fail.
 */
const isOfRecord = ({ address }: PageReport, line: string): boolean =>
  line === 'None.' && /\/policy-sets\/polset-\w+$/.test(address);

/** Texts of pages that the person has no permission to see. Such a page reads no lists. */
const isDenied =
  /^(?:To see this page, you need |Only owners of works can see this page\.|This page does not exist, or you do not have permission to see it\.)/m;

test('If data cannot be read, pages say so to every role, offer to try again, and do not look empty', async () => {
  await using world = await openWorld('sqlite');
  const { person, home, parameters } = await openConsoleScene(world);
  const [member, author] = [await newMember(world, home), await newAuthor(world, home)];
  await givePassword(world, member);
  const prepare = (page: Page) => page.route(/\/api\/v2\//, failOthers);

  const reports = [
    ...(await visitEveryPage(world, person, { parameters, prepare })),
    ...(await visitEveryPage(world, member, { parameters, prepare, isVisited: ofOrganization })),
    ...(await visitEveryPage(world, author, { parameters, prepare, isVisited: ofOrganization })),
  ];

  assert.deepEqual(
    linesOf(reports, (report) =>
      report.text.split('\n').filter((line) => saysNothingThere.test(line) && !isOfRecord(report, line)),
    ),
    [],
  );
  const silent = reports.filter(({ text }) => !text.includes('Try again') && !isDenied.test(text));
  const isForm = ({ address }: PageReport) => withoutLists.some((each) => each.test(address));
  assert.deepEqual(
    silent.filter((report) => !isForm(report)).map(({ address }) => address),
    [],
  );
});

test('An author of policies can use every page about policies and evaluations', async () => {
  await using world = await openWorld('sqlite');
  const { home, parameters } = await openConsoleScene(world);
  const author = await newAuthor(world, home);
  const isOfAuthor = (address: string) =>
    /\/works\/(?:polic|evaluations|recorded-plans|run-tasks|exceptions|workspaces|projects)/.test(address) &&
    !address.endsWith('/exceptions/delegations');

  const reports = await visitEveryPage(world, author, { parameters, isVisited: isOfAuthor });

  assert.ok(reports.length > 40, `${reports.length} pages`);
  assert.deepEqual(
    linesOf(reports, ({ text, errors, refused }) => [
      ...errors,
      ...refused,
      ...(/Try again|does not exist|you need the permission/.exec(text) ?? []),
    ]),
    [],
  );
});
