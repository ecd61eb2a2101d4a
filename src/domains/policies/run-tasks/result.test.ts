import assert from 'node:assert/strict';
import { test } from 'node:test';
import markdownIt from 'markdown-it';
import { finalDocument, plain, type Reported, type ReportedOutcome } from './result.ts';

const outcome = (name: string, changed: Partial<ReportedOutcome> = {}): ReportedOutcome => ({
  policy_name: name,
  enforcement_level: 'mandatory',
  introduction: 'enforce',
  old: false,
  exempt: false,
  status: 'passed',
  description: '',
  query: 'data.p.deny',
  output: [],
  output_count: 0,
  old_output: [],
  old_output_count: 0,
  problems: [],
  ...changed,
});

const reported = (outcomes: readonly ReportedOutcome[], changed: Partial<Reported> = {}): Reported => ({
  status: 'passed',
  problem: null,
  notices: [],
  isEmpty: false,
  sets: [{ policy_set_name: 'set', outcomes }],
  ...changed,
});

// biome-ignore lint/suspicious/noExplicitAny: the document of a callback is read as a platform reads it
const sent = (of: Reported): any => JSON.parse(JSON.stringify(finalDocument(of)));

test('Blocking outcomes come first, and shadow policies never block', () => {
  const { data } = sent(
    reported(
      [
        outcome('good'),
        outcome('shadowed', { introduction: 'shadow', status: 'failed' }),
        outcome('hint', { enforcement_level: 'advisory', status: 'failed' }),
        outcome('strict', { status: 'errored' }),
      ],
      { status: 'errored' },
    ),
  );

  assert.equal(data.attributes.status, 'failed');
  assert.equal(data.attributes.message, 'Policies: 1 passed, 1 failed, 1 errored. Blocked by: strict.');
  assert.deepEqual(
    data.relationships.outcomes.data.map(
      // biome-ignore lint/suspicious/noExplicitAny: as above
      ({ attributes: { description, tags } }: any) => [description, tags.Status[0].level, tags.Enforcement[0].label],
    ),
    [
      ['strict: errored', 'error', 'mandatory'],
      ['shadowed: failed', 'warning', 'mandatory, shadow'],
      ['hint: failed', 'warning', 'advisory'],
      ['good: passed', 'none', 'mandatory'],
    ],
  );
});

test('Only passed and overridden evaluations pass', () => {
  const statuses = ['passed', 'overridden', 'failed', 'errored', 'unreachable', 'canceled'];

  const results = statuses.map((status) => sent(reported([], { status })).data.attributes.status);

  assert.deepEqual(results, ['passed', 'passed', 'failed', 'failed', 'failed', 'failed']);
});

test('The reason why a plan was not evaluated is a sentence', () => {
  const message = (problem: string): string =>
    sent(reported([], { status: 'errored', problem, notices: ['A notice.'] })).data.attributes.message;

  assert.equal(message('plan: this is no plan'), 'plan: this is no plan. A notice.');
  assert.equal(message('The policy set was deleted.'), 'The policy set was deleted. A notice.');
});

test('A result without a verdict begins with a sentence that says so', () => {
  const hint = outcome('hint', { enforcement_level: 'advisory', status: 'unreachable' });

  const { message, status } = sent(reported([hint], { isEmpty: true, notices: ['A notice.'] })).data.attributes;

  assert.deepEqual([status, message], ['passed', 'No policy was evaluated. Policies: 1 unreachable. A notice.']);
});

test('Output of policies is escaped in Markdown', () => {
  const hostile = [
    '[click](javascript:alert(1)) ![](http://x/y.png)',
    '<img src=x onerror=alert(1)>',
    '# heading\n- item\n\n```',
    'a `b` *c* _d_ ~e~ | f & g',
    'https://evil.example.com',
    '@everyone',
  ];

  const body = sent(reported([outcome('p', { status: 'failed', output: hostile, output_count: 6 })])).data.relationships
    .outcomes.data[0].attributes.body;

  const html = markdownIt({ html: true }).render(body);
  const elements = new Set([...html.matchAll(/<\/?([a-z0-9]+)/g)].map(([, name]) => name));
  assert.deepEqual(elements, new Set(['p', 'strong', 'ul', 'li']));
  assert.equal(html.split('<li>').length - 1, hostile.length);
  assert.ok(html.includes('<li>a `b` *c* _d_ ~e~ | f &amp; g</li>'), html);
  assert.equal(plain('1. a\u0000\u001b[31m'), '1\\. a\\[31m');
});

test('The size of a result is limited, whatever the output of policies', () => {
  const large = Array.from({ length: 1_000 }, () => 'x'.repeat(5_000));
  const outcomes = Array.from({ length: 300 }, (_none, index) =>
    outcome(`policy-${index}`, { status: 'failed', output: large, output_count: 1_000 }),
  );

  const document = sent(reported(outcomes, { status: 'failed' }));

  assert.ok(JSON.stringify(document).length < 1_000_000);
  assert.equal(document.data.relationships.outcomes.data.length, 100);
  assert.match(document.data.attributes.message, /policy-9 and 290 more\. 100 of 300 outcomes are shown\.$/);
  assert.match(document.data.relationships.outcomes.data[0].attributes.body, /The rest was left out\.$/);
});

test('Old findings are counted and listed apart from new ones, with the reason why others are new', () => {
  const reason = { reason: 'changed', names: ['acl'], 'same-before': true } as const;
  const old = Array.from({ length: 7 }, (_, index) => `a_b.old${index} is public`);
  const part = { introduction: 'enforce-new', status: 'failed', old_output: old, old_output_count: 7 } as const;
  const { data } = sent(
    reported([
      outcome('mixed', { ...part, output: ['a_b.c is public'], output_count: 1, new_reasons: [reason] }),
      outcome('debt', { ...part, old: true }),
    ]),
  );

  const [mixed, debt] = data.relationships.outcomes.data.map((each: { attributes: object }) => each.attributes);
  assert.match(data.attributes.message, /^Policies: 1 failed, 1 failed with only old findings\. Blocked by: mixed\.$/);
  assert.deepEqual(
    [mixed.description, debt.description],
    ['mixed: failed (1 new, 7 old)', 'debt: failed (0 new, 7 old)'],
  );
  assert.deepEqual(debt.tags.Enforcement, [{ label: 'mandatory, old', level: 'none' }]);
  const text = markdownIt()
    .render(mixed.body)
    .replaceAll(/<[^>]*>/g, '');
  assert.match(text, /a_b\.c is public \(new: the plan shows a change of acl, which this policy reads\)/);
  assert.match(text, /Old: present before this plan, and not blocking\s+a_b\.old0\s+a_b\.old1[\s\S]*and 2 more/);
});
