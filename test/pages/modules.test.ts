import assert from 'node:assert/strict';
import fc from 'fast-check';
import { auditedTransaction } from '../../src/domains/audit/audit.ts';
import { archiveOf } from '../support/archive.ts';
import { browserOf } from '../support/browser.ts';
import { newMember, newTeam } from '../support/members.ts';
import { modulePath, newModule, newPublished, newVersion } from '../support/modules.ts';
import { elementsIn } from '../support/page.ts';
import { deprecating, reinstating, type SeededModule, seedModule } from '../support/seeded-modules.ts';
import { password } from '../support/session.ts';
import { type Home, onEachEngine, system, type World } from '../support/world.ts';

const reason = 'It opens port 22\nto everybody.';
const link = 'https://example.com/advisories/7';

/** Somebody of an organization, in a browser that is signed in. */
const signedInMember = async (world: World, home: Home, teamId?: string) => {
  const { user } = await world.person({ password });
  await auditedTransaction(world.context, system, async (tx) => {
    const membership = { id: `ou-${user.id}`, organization_id: home.organization.id, user_id: user.id };
    await tx.run((db) =>
      db.insertInto('memberships').values({ ...membership, created_at: '2024-01-01T00:00:00.000Z' }),
    );
    if (teamId !== undefined) {
      await tx.run((db) => db.insertInto('team_members').values({ team_id: teamId, membership_id: membership.id }));
    }
    return { result: undefined, audit: [] };
  });
  const browser = browserOf(world.url);
  await browser.send(await browser.open('/sign-in'), '/sign-in', { login: user.username, password });
  return { browser, user };
};

const pathOf = ({ address }: SeededModule, version: string): string =>
  `/registry/${address}/${encodeURIComponent(version)}`;

onEachEngine(
  'The page of a deprecated version says so, why, and what to take; after a revert no more',
  async (world) => {
    const home = await world.home();
    const module = await seedModule(world, home, { versions: ['1.0.0', '1.1.0', '1.2.0', '2.0.0-rc.1'] });
    const { browser } = await signedInMember(world, home);
    const set = (version: string, body: object) => home.client.patch(`${module.path}/${version}`, body);

    const before = await browser.open(pathOf(module, '1.0.0'));
    await set('1.0.0', deprecating({ reason, link }));
    await set('1.2.0', deprecating());
    const deprecated = await browser.open(pathOf(module, '1.0.0'));
    await set('1.0.0', reinstating);
    await set('1.2.0', reinstating);
    const after = await browser.open(pathOf(module, '1.0.0'));

    assert.deepEqual([before.status, deprecated.status], [200, 200]);
    assert.equal(deprecated.title, `${module.address} 1.0.0 · Tipstaff`);
    assert.ok(
      deprecated.text.includes(
        `Deprecated Consider installing an updated version. It opens port 22 to everybody. ${link} The newest version that is not deprecated is 1.1.0 .`,
      ),
      deprecated.text,
    );
    assert.ok(deprecated.text.includes('2.0.0-rc.1 1.2.0 Deprecated 1.1.0 1.0.0 Deprecated'), deprecated.text);
    const hrefs = elementsIn(deprecated.source, 'a').map(({ href }) => href);
    assert.ok(hrefs.includes(link) && hrefs.includes(pathOf(module, '1.1.0')));
    for (const page of [before, after]) assert.doesNotMatch(page.text, /deprecated/i);
    assert.equal(after.source, before.source);
  },
);

onEachEngine('A page tells how to call the module and what it says about itself', async (world) => {
  const home = await world.home();
  const contents = {
    readme: '# Network\n\nMakes a *network*.',
    inputs: [
      { name: 'cidr', type: 'string', description: 'The range.', default: null, required: true, sensitive: false },
      { name: 'tags', type: null, description: null, default: '{}', required: false, sensitive: false },
    ],
    outputs: [{ name: 'id', description: 'What it is.', sensitive: false }],
  };
  const module = await seedModule(world, home, { versions: ['1.0.0+build.5'], contents });
  const { browser } = await signedInMember(world, home);

  const { text, way } = await browser.open(`/registry/${module.address}`);

  assert.deepEqual(way, [`/registry/${module.address}`, pathOf(module, '1.0.0+build.5')]);
  assert.ok(text.includes(`Source ${new URL(world.url).host}/${module.address} Version 1.0.0+build.5`), text);
  assert.ok(text.includes('Readme # Network Makes a *network*.'));
  assert.ok(text.includes('Inputs Name Type Default Description cidr string required The range. tags any {}'));
  assert.ok(text.includes('Outputs Name Description id What it is.'));
});

onEachEngine('A page has the block that calls the version, and the README as harmless HTML', async (world) => {
  const home = await world.home();
  await newModule(home);
  await newModule(home, '2nd');
  const readme =
    '# Network\n\nMakes a *network*.\n\n![plan](https://evil.example/a.png) <script>alert(1)</script>[docs](docs/a.md) [web](https://example.com/)\n';
  const archive = archiveOf({ 'main.tf': '', 'README.md': readme });
  await newPublished(world, home, '1.0.0', { archive });
  await newPublished(world, home, '1.0.0', { path: modulePath(home, '2nd') });
  await newVersion(world, home, '1.1.0');
  const { browser } = await signedInMember(world, home);
  const address = `/registry/${home.name}/network/aws`;

  const page = await browser.open(`${address}/1.0.0`);
  const other = await browser.open(`/registry/${home.name}/2nd/aws/1.0.0`);
  const pending = await browser.open(`${address}/1.1.0`);

  const host = new URL(world.url).host;
  const block = (label: string, name: string) =>
    `<pre class="block"><code>module &quot;${label}&quot; {\n  source  = &quot;${host}/${home.name}/${name}/aws&quot;\n  version = &quot;1.0.0&quot;\n}</code></pre>`;
  assert.ok(page.source.includes(block('network', 'network').replaceAll('&quot;', '"')), page.source);
  assert.ok(other.source.includes(block('_2nd', '2nd').replaceAll('&quot;', '"')));
  assert.doesNotMatch(pending.source, /class="block"/);
  assert.match(
    page.source,
    /<dt>Published<\/dt><dd><time datetime="2\d[^"]+Z">\d+ \w+ 2\d{3} at \d\d:\d\d UTC<\/time><\/dd>/,
  );
  assert.ok(
    page.source.includes(
      '<div class="readme"><div class="rich"><h3>Network</h3>\n<p>Makes a <em>network</em>.</p>\n<p>plan <span>docs</span> <a href="https://example.com/" rel="nofollow noopener noreferrer">web</a></p>\n</div>',
    ),
    page.source,
  );
  assert.equal(page.headers.get('content-security-policy'), pending.headers.get('content-security-policy'));
  assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none';(?!.*(?:script-src|unsafe))/);
});

onEachEngine('Members who may manage modules see the consumers of a version; others do not', async (world) => {
  const home = await world.home();
  const module = await seedModule(world, home);
  const teamId = await newTeam(world, home, ['manage-modules']);
  const { browser: manager } = await signedInMember(world, home, teamId);
  const { browser: member } = await signedInMember(world, home);
  const consumer = await newMember(world, home);
  const unused = await manager.open(pathOf(module, '1.0.0'));

  for (let times = 0; times < 3; times += 1) {
    await consumer.client.get(`//api/registry/v1/modules/${module.address}/1.0.0/download`);
  }
  const seen = await manager.open(pathOf(module, '1.0.0'));
  const other = await member.open(pathOf(module, '1.0.0'));

  assert.ok(unused.text.includes('Nobody has downloaded this version yet.'));
  assert.match(
    seen.text,
    new RegExp(`Downloads Consumer Downloads Last download ${consumer.user.username} 3 \\d+ \\w+ 20`),
  );
  assert.doesNotMatch(other.text, /Downloads|downloaded/);
});

onEachEngine(
  'Who is not signed in comes to the sign-in page and from there back; strangers find nothing',
  async (world) => {
    const home = await world.home();
    const module = await seedModule(world, home, { versions: ['1.0.0+b'] });
    const { browser: member, user } = await signedInMember(world, home);
    const stranger = browserOf(world.url);
    const { user: nobody } = await world.person({ password, isAdmin: true });
    await stranger.send(await stranger.open('/sign-in'), '/sign-in', { login: nobody.username, password });
    const visitor = browserOf(world.url);
    const paths = [`/registry/${home.name}`, `/registry/${module.address}`, pathOf(module, '1.0.0+b')];

    const door = await visitor.open(pathOf(module, '1.0.0+b'));
    const inside = await visitor.send(door, '/sign-in', { login: user.username, password });
    const refused = await Promise.all(paths.map((path) => stranger.open(path)));
    const missing = await Promise.all(
      [`${pathOf(module, '9.9.9')}`, `/registry/${home.name}/none/aws`, '/registry/nobody'].map((path) =>
        member.open(path),
      ),
    );

    assert.equal(door.path.split('?')[0], '/sign-in');
    assert.deepEqual([inside.path, inside.status], [pathOf(module, '1.0.0+b'), 200]);
    for (const page of [...refused, ...missing]) {
      assert.deepEqual([page.status, page.title], [404, 'Error: Page not found · Tipstaff']);
    }
  },
);

onEachEngine('The list of modules leads to each of them', async (world) => {
  const home = await world.home();
  const { browser } = await signedInMember(world, home);
  const empty = await browser.open(`/registry/${home.name}`);
  const module = await seedModule(world, home, { name: 'network', versions: ['1.0.0', '1.1.0', '2.0.0-rc.1'] });
  await seedModule(world, home, { name: 'waiting', isPending: true });
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      seedModule(world, home, { name: `zoo-${String(index).padStart(2, '0')}` }),
    ),
  );

  const first = await browser.open(`/registry/${home.name}`);
  const second = await browser.open(`/registry/${home.name}?page[number]=2`);

  assert.ok(empty.text.endsWith('There are no modules yet.'));
  assert.ok(
    first.text.includes(`Modules of ${home.name} network/aws , newest 1.1.0 waiting/aws, nothing to install yet`),
  );
  assert.ok(first.text.endsWith('Next'));
  assert.ok(second.text.endsWith('zoo-18/aws , newest 1.0.0 zoo-19/aws , newest 1.0.0 Previous'), second.text);
  const hrefs = elementsIn(first.source, 'a').map(({ href }) => href);
  assert.ok(hrefs.includes(`/registry/${module.address}`));
});

const nasty = fc.constantFrom(
  '<script>alert(1)</script>',
  '"><img src=x onerror="alert(1)">',
  "' onmouseover='alert(1)",
  '</div></main><iframe src="//evil.example">',
  '<svg/onload="alert(1)">',
  '[x](javascript:alert(1))',
  '&lt;script&gt;',
  '\u0000'.slice(1),
  '<style>*{display:none}</style>',
  '<base href="//evil.example/">',
);
const piece = fc.oneof(nasty, fc.string({ unit: 'grapheme', maxLength: 20 }));
const writing = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(' ').replaceAll('\0', '').toWellFormed());
const address = fc.oneof(
  fc.constantFrom(
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>',
    '//evil.example',
    'https:evil',
  ),
  fc.constantFrom(
    'https://example.com/"onclick="alert(1)',
    ' javascript:alert(1)//https://',
    'https://example.com/<script>',
  ),
  writing,
);

onEachEngine('Nothing that a publisher writes becomes part of the page', async (world) => {
  const home = await world.home();
  const { browser } = await signedInMember(world, home);
  const contents = fc.record({
    readme: writing,
    inputs: fc.array(fc.record({ name: writing, type: writing, description: writing, default: writing }), {
      maxLength: 2,
    }),
    outputs: fc.array(fc.record({ name: writing, description: writing }), { maxLength: 2 }),
  });

  await fc.assert(
    fc.asyncProperty(contents, writing, address, async (written, statement, to) => {
      const module = await seedModule(world, home, { contents: written });
      await home.client.patch(`${module.path}/1.0.0`, deprecating({ reason: statement, link: to.slice(0, 2_048) }));

      // Each answer is checked for what is true of every page: no script, no style, no frame, no form to another site.
      const path = pathOf(module, '1.0.0');
      const { source, status } = await browser.open(path);

      assert.equal(status, 200);
      for (const { href = '' } of elementsIn(source, 'a')) assert.match(href, /^(\/(?!\/)|https?:\/\/)/);
      assert.equal(source.split('<main>').length, 2);
    }),
    { numRuns: 25 },
  );
});
