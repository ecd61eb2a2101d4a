// Report formats: SARIF for GitHub code scanning, and JUnit.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { allIn, attributeOf, parseXml, type XmlElement } from '../../src/protocols/saml/xml.ts';
import { tipstaff } from '../support/command.ts';
import { reportedFolder } from '../support/reported-folder.ts';
import { temporaryFolder } from '../support/temporary.ts';

const reportOf = async (root: string, format: string) => {
  const { code, stdout, stderr } = await tipstaff([
    ...['check', join(root, 'plan.json'), '--dir', join(root, 'my #1 policies?'), '--format', format],
  ]);
  assert.equal(code, 1, stderr);
  return stdout;
};

test('SARIF reports contain what code scanning requires, and each location is a valid reference', async () => {
  await using temporary = await temporaryFolder();
  await reportedFolder(temporary.path);

  const log = JSON.parse(await reportOf(temporary.path, 'sarif'));

  assert.deepEqual([log.version, log.runs.length], ['2.1.0', 1]);
  const [{ tool, results }] = log.runs;
  assert.equal(tool.driver.name, 'Tipstaff');
  assert.deepEqual(
    tool.driver.rules.map(({ id }: { id: string }) => id),
    ['bad', 'hint', 'broken', 'fine', 'other'],
  );
  for (const rule of tool.driver.rules) {
    for (const key of ['shortDescription', 'fullDescription', 'help']) assert.ok(rule[key].text.length > 0, key);
    assert.ok(['error', 'warning'].includes(rule.defaultConfiguration.level));
  }
  assert.deepEqual(
    results.map(({ ruleId, level }: Record<string, unknown>) => [ruleId, level]),
    [
      ['bad', 'error'],
      ['bad', 'error'],
      ['bad', 'error'],
      ['hint', 'warning'],
      ['broken', 'error'],
      ['other', 'error'],
    ],
  );
  const fingerprints = new Set<string>();
  for (const result of results) {
    assert.equal(tool.driver.rules[result.ruleIndex].id, result.ruleId);
    assert.ok(result.message.text.length > 0);
    const [{ physicalLocation }] = result.locations;
    const url = new URL(physicalLocation.artifactLocation.uri, 'file:///');
    assert.deepEqual([url.hash, url.search], ['', '']);
    assert.match(decodeURIComponent(url.pathname), /my #1 policies\?\/\w+\.(rego|yaml|hcl)$/);
    assert.ok(physicalLocation.region.startLine >= 1);
    fingerprints.add(String(Object.values(result.partialFingerprints)[0]));
  }
  assert.equal(fingerprints.size, results.length);
});

/** Attributes and child elements of each JUnit element that all readers of the format support. */
const junit: Readonly<Record<string, readonly [attributes: readonly string[], elements: readonly string[]]>> = {
  testsuites: [['name', 'time', 'tests', 'failures', 'errors'], ['testsuite']],
  testsuite: [
    ['name', 'tests', 'failures', 'errors', 'skipped', 'time', 'timestamp'],
    ['testcase', 'system-out'],
  ],
  testcase: [
    ['name', 'classname', 'time'],
    ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  ],
  failure: [['message', 'type'], []],
  error: [['message', 'type'], []],
  'system-out': [[], []],
};

const elementsIn = (element: XmlElement): readonly XmlElement[] =>
  allIn(element).filter(({ parentNode }) => parentNode === element);

const assertJunit = (element: XmlElement): void => {
  const [attributes, elements] = junit[element.localName] ?? assert.fail(element.localName);
  for (const { name } of Array.from(element.attributes)) assert.ok(attributes.includes(name), name);
  for (const child of elementsIn(element)) {
    assert.ok(elements.includes(child.localName), child.localName);
    assertJunit(child);
  }
};

test('JUnit reports are valid XML with known elements and correct counts', async () => {
  await using temporary = await temporaryFolder();
  await reportedFolder(temporary.path);

  const text = await reportOf(temporary.path, 'junit');
  const root = parseXml(text);

  assertJunit(root);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that XML 1.0 has no way to write
  assert.doesNotMatch(text, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  const [suite] = elementsIn(root);
  const counts = ['tests', 'failures', 'errors', 'skipped'].map((name) => attributeOf(suite, name));
  assert.deepEqual(counts, ['5', '1', '2', '0']);
  assert.match(attributeOf(suite, 'time') ?? '', /^\d+\.\d{3}$/);
  const cases = elementsIn(suite ?? root).map((each) => [
    attributeOf(each, 'name'),
    ...elementsIn(each).map(({ localName }) => localName),
  ]);
  assert.deepEqual(cases, [
    ['bad', 'failure'],
    ['hint', 'system-out'],
    ['broken', 'error'],
    ['fine'],
    ['other', 'error'],
  ]);
  const failure = elementsIn(elementsIn(suite ?? root)[0] ?? root)[0];
  assert.equal(attributeOf(failure, 'message'), 'Not < this & "that"');
  assert.match(failure?.textContent ?? '', /^one\na & <b> "c" \\u0001 .* \]\]>/s);
});

test('Annotations have one line each, and no text begins another command', async () => {
  await using temporary = await temporaryFolder();
  await reportedFolder(temporary.path);

  const lines = (await reportOf(temporary.path, 'github')).trimEnd().split('\n');

  const commands = lines.filter((line) => line.includes('::'));
  assert.equal(commands.length, 6);
  for (const line of commands) {
    assert.match(line, /^::(error|warning) file=[^:,\r\n]+,line=[1-9]\d*,title=[^:,\r\n]+::[^\r\n]+$/);
  }
  assert.equal(lines.at(-1), '5 policies: 1 passed, 2 failed, 1 errored, 1 unreachable.');
});

test('On GitHub Actions, annotations and SARIF results have paths relative to the root of the repository', async () => {
  await using temporary = await temporaryFolder();
  await reportedFolder(temporary.path);
  const checked = (root: string, format: string) =>
    tipstaff(['check', join(root, 'plan.json'), '--dir', join(root, 'my #1 policies?'), '--format', format], {
      GITHUB_WORKSPACE: root,
    });

  const github = await checked(temporary.path, 'github');
  const sarif = await checked(temporary.path, 'sarif');

  assert.match(github.stdout, /^::error file=my #1 policies\?\/bad\.rego,line=1,title=bad failed::one$/m);
  const [{ results }] = JSON.parse(sarif.stdout).runs;
  const [{ physicalLocation }] = results[0].locations;
  assert.equal(physicalLocation.artifactLocation.uri, 'my%20%231%20policies%3F/bad.rego');
});

test('Findings that are objects are shown as text in every readable report', async () => {
  await using temporary = await temporaryFolder();
  const file = (name: string, text: string) => writeFile(join(temporary.path, name), text);
  const finding = { address: 'a.b', attribute: 'acl', message: 'a.b is public', fix: 'Make it private.' };
  await file('policies.yaml', 'policies:\n  - {name: p, query: data.p.deny, enforcement-level: mandatory}\n');
  await file('p.rego', `package p\n\ndeny := [${JSON.stringify(finding)}]\n`);
  await file('plan.json', '{"format_version":"1.2","resource_changes":[]}');

  for (const format of ['text', 'github', 'junit', 'sarif', 'markdown', 'json']) {
    const words = ['check', join(temporary.path, 'plan.json'), '--dir', temporary.path, '--format', format];
    const { stdout } = await tipstaff(words);
    if (format === 'json') assert.deepEqual(JSON.parse(stdout).policies[0].output, [finding]);
    else assert.ok(stdout.includes('a.b is public. Attribute: acl. Fix: Make it private.'), stdout);
  }
});
