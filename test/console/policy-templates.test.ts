// Evaluates the policy templates that the page for new policies offers, with the service's policy engine.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { newPolicy } from '../support/policies.ts';
import { openWorld } from '../support/world.ts';

const pages = new URL('../../console/src/pages/policies/', import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, pages), 'utf8');

const names = readdirSync(new URL('templates', pages))
  .filter((file) => !file.endsWith('_test.rego'))
  .map((file) => file.replace('.rego', ''));

test('Each template is offered', () => {
  const offered = textOf('templates.ts');

  assert.ok(names.length >= 5, `${names.length} templates`);
  assert.deepEqual(
    names.filter((name) => !offered.includes(`'${name}'`)),
    [],
  );
});

test('Each template compiles, fails with its bad example, passes with its good example, and has complete test coverage', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();

  for (const name of names) {
    const [code, tests] = [textOf(`templates/${name}.rego`), textOf(`templates/${name}_test.rego`)];
    const id = await newPolicy(home, name, { kind: 'opa', query: `data.${name}.deny` });
    const draft = { kind: 'opa', query: `data.${name}.deny`, code, tests };
    const document = { data: { type: 'policy-code-checks', attributes: draft } };
    const { body } = await home.client.post(`/organizations/${home.name}/policy-code-checks`, document);
    const { problems, formatted, tests: ran, coverage } = body.data.attributes;
    const uploaded = await home.client.put(`/policies/${id}/upload`, code);

    assert.deepEqual(problems, [], name);
    assert.equal(formatted, code, name);
    const outcomes = new Map(
      ran.map((each: { name: string; status: string }) => [each.name.split('.').at(-1), each.status]),
    );
    assert.deepEqual(
      [outcomes.get('test_bad_example_fails'), outcomes.get('test_good_example_passes')],
      ['passed', 'passed'],
      name,
    );
    assert.deepEqual([...new Set(outcomes.values())], ['passed'], name);
    assert.equal(coverage.percent, 100, `${name}: ${JSON.stringify(coverage)}`);
    assert.equal(uploaded.body.data.attributes.check.status, 'passed', name);
  }
});
