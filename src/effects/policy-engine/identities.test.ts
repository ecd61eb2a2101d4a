// Tests of the run that determines the identities of the findings of a failed policy.
import { deepEqual, equal, match, notDeepEqual } from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildNames, engineBuild } from '../../../test/support/engine-builds.ts';
import { longTimeouts } from '../../../test/support/engine-timeouts.ts';
import type { FindingIdentity, Verdict } from './answers.ts';
import type { PolicySource } from './policy-code.ts';
import { newPolicyEngine, type PolicyEngine } from './policy-engine.ts';

const engine = newPolicyEngine({ memory: 512, timeouts: longTimeouts });
after(() => engine[Symbol.asyncDispose]());

interface Change {
  readonly actions?: readonly string[];
  readonly before?: object | null;
  readonly after?: object | null;
  readonly after_unknown?: object;
}

const resource = (address: string, change: Change) => ({
  address,
  mode: 'managed',
  type: 'a_b',
  name: address.slice(address.lastIndexOf('.') + 1),
  change: { actions: ['create'], before: null, after: { acl: 'public' }, after_unknown: {}, ...change },
});

const inputOf = (...resources: readonly object[]) => ({
  plan: Buffer.from(
    JSON.stringify({
      resource_changes: resources,
      planned_values: { root_module: {} },
      prior_state: { values: { root_module: {} } },
    }),
  ),
});

const policy = (head: string, condition = 'r.change.after.acl != "private"'): PolicySource => ({
  query: 'data.p.deny',
  code: {
    modules: {
      'p.rego': `package p\n\ndeny contains ${head} if {\n  some r in input.plan.resource_changes\n  ${condition}\n}\n`,
    },
  },
  identifies: true,
});
const isPublic = policy('r.address');

async function verdictOf(of: PolicyEngine, input: ReturnType<typeof inputOf>, wanted: PolicySource): Promise<Verdict> {
  const [verdict] = (await of.evaluate(input, [wanted])).verdicts;
  if (verdict === undefined) throw new Error('There is no verdict.');
  return verdict;
}

test('A failed policy has the identities of its findings if they are wanted', async () => {
  const isNothing = policy('r.address', 'r.change.after.acl == "none"');

  const { verdicts } = await engine.evaluate(inputOf(resource('a_b.x', {})), [
    isPublic,
    { ...isPublic, identifies: false },
    isNothing,
  ]);

  const [identities, ...others] = verdicts.map((verdict) => verdict.identities);
  match(JSON.stringify(identities), /^\[\{"digest":"[0-9a-f]{64}"\}\]$/);
  deepEqual(others, [undefined, undefined]);
});

test('The ages and the identities of the same findings can be wanted together', async () => {
  const input = inputOf(resource('a_b.x', { actions: ['no-op'], before: { acl: 'public' } }));
  const alone = await verdictOf(engine, input, isPublic);

  const both = await verdictOf(engine, input, { ...isPublic, findsOld: true });

  deepEqual(both.findings, [{ old: true }]);
  deepEqual(both.identities, alone.identities);
  equal(both.count, 1);
});

test('Findings have no identity if the code of their policy has been deleted', async () => {
  let reads = 0;
  const deleted = async () => {
    reads += 1;
    if (reads > 1) throw new Error('The code has been deleted.');
    return isPublic;
  };

  const { verdicts } = await engine.evaluate(inputOf(resource('a_b.x', {})), [deleted]);

  deepEqual(verdicts[0]?.identities, [{ reason: 'not-evaluated' }]);
});

test('Findings beyond the first 1,000 have no identity', async () => {
  const many = policy('sprintf("a_b.x %d", [n])', 'some n in numbers.range(1, 1001)');

  const verdict = await verdictOf(engine, inputOf(resource('a_b.x', {})), many);

  equal(verdict.count, 1_001);
  equal(verdict.identities?.length, 1_000);
});

test('A finding with the same text has another identity if the value that it is about has changed', async () => {
  const identityIn = async (acl: string) => {
    const { output, identities } = await verdictOf(engine, inputOf(resource('a_b.x', { after: { acl } })), isPublic);
    deepEqual(output, ['a_b.x']);
    return identities;
  };

  notDeepEqual(await identityIn('public-read'), await identityIn('public-read-write'));
});

const values = { acl: 'öffentlich', size: 1.5e3, big: 12_345_678_901, none: null, list: [{ a: 1 }, ['x', true]] };
const identified = inputOf(
  resource('a_b.create', { after: values }),
  resource('a_b.update', { actions: ['update'], before: { acl: 'x' }, after: { acl: 'y' } }),
  resource('a_b.replace', { actions: ['delete', 'create'], before: values, after: values }),
  resource('a_b.unknown', { after: {}, after_unknown: { acl: true } }),
  resource('module.m["k"].a_b.inner[0]', { after: values }),
  resource('a_b.deposed', { actions: ['delete'], before: values, after: null }),
  { ...resource('a_b.deposed', { actions: ['delete'], before: values, after: null }), deposed: '0a' },
  { ...resource('data.a_b.source', {}), mode: 'data' },
  resource('a_b.shared', {}),
  resource('module.m["k"].a_b.shared', { actions: ['no-op'] }),
);

/** Reasons by the addresses of the findings that have no identity. */
const reasons: Readonly<Record<string, FindingIdentity>> = {
  'a_b.deposed': { reason: 'deposed' },
  'data.a_b.source': { reason: 'not-managed' },
  'a_b.shared': { reason: 'several-addresses' },
};

const known = new Map<string, readonly FindingIdentity[] | undefined>();

for (const build of buildNames) {
  for (const head of ['r.address', '{"msg": sprintf("%s is öffentlich", [r.address]), "n": 1.50, "of": r.address}']) {
    for (const condition of ['r.change.after.acl != "private"', 'walk(r.change, [_, "create"])', 'true']) {
      test(`Findings ${head} with the condition ${condition} have the same identities in each build (${build})`, async (context) => {
        const { settings, skip } = await engineBuild(build);
        if (skip !== false) return context.skip(skip);
        await using built = newPolicyEngine({ ...settings, memory: 512, timeouts: longTimeouts });

        const { problems, output, identities } = await verdictOf(built, identified, policy(head, condition));

        deepEqual(problems, []);
        const addresses = output.map((each) => (typeof each === 'string' ? each : Object(each).of));
        const withReason = addresses.flatMap((address, index) =>
          address in reasons ? [[address, identities?.[index]]] : [],
        );
        deepEqual(Object.fromEntries(withReason), reasonsOf(addresses));
        const digests = identities?.flatMap((each) => ('digest' in each ? [each.digest] : [])) ?? [];
        equal(new Set(digests).size, output.length - withReason.length);
        const wanted = known.get(head + condition) ?? identities;
        known.set(head + condition, identities);
        deepEqual(identities, wanted);
      });
    }
  }
}

const reasonsOf = (addresses: readonly string[]) =>
  Object.fromEntries(Object.entries(reasons).filter(([address]) => addresses.includes(address)));
