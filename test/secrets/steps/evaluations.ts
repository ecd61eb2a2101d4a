// Plans that contain secrets in plain text. The service evaluates them, and records them without the values that are
// marked as sensitive.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { query } from '../../../src/db/query.ts';
import { readInput } from '../../../src/domains/policies/inputs/inputs.ts';
import type { Environment } from '../../support/command.ts';
import { documentOf } from '../../support/documents.ts';
import { withDatabaseOf } from '../../support/process.ts';
import type { Journal } from '../journal.ts';
import { api } from './passwords.ts';

const planWith = (password: string): string =>
  JSON.stringify({
    format_version: '1.2',
    variables: { password: { value: password } },
    resource_changes: [],
  });

/**
 * Returns a plan with secrets that are marked as sensitive in different ways. The secrets also occur in unmarked
 * values.
 */
const flaggedPlan = ({ keep }: Journal): string => {
  const [attribute, variable, output, prior, constant] = [
    keep('plan: an attribute', 'mX4-plan-attribute-77qp'),
    keep('plan: a sensitive variable', 'hB9-plan-variable-21zt'),
    keep('plan: an output', 'pL2-plan-output-58vw'),
    keep('plan: a state', 'rT7-plan-state-40kd'),
    keep('plan: an argument of a provider', 'wQ5-plan-provider-63mf'),
  ];
  const identity = { address: 'aws_db_instance.main', mode: 'managed', type: 'aws_db_instance', name: 'main' };
  const values = { password: attribute, endpoint: `db://app:${attribute}@main` };
  const flags = { password: true };
  const change = { actions: ['create'], before: null, after: values, before_sensitive: false, after_sensitive: flags };
  return JSON.stringify({
    format_version: '1.2',
    variables: { token: { value: variable } },
    planned_values: {
      outputs: { url: { sensitive: true, value: output } },
      root_module: { resources: [{ ...identity, values, sensitive_values: flags }] },
    },
    resource_changes: [{ ...identity, change }],
    output_changes: {
      url: { actions: ['create'], before: null, after: output, before_sensitive: false, after_sensitive: true },
    },
    prior_state: {
      values: { root_module: { resources: [{ ...identity, values: { password: prior }, sensitive_values: flags }] } },
    },
    configuration: {
      provider_config: { aws: { name: 'aws', expressions: { secret_key: { constant_value: constant } } } },
      root_module: {
        variables: { token: { sensitive: true, default: variable } },
        resources: [{ ...identity, expressions: { password: { constant_value: attribute } } }],
      },
    },
  });
};

/** Creates an advisory policy that reports the resource in `flaggedPlan`. */
const addPolicy = async ({ request }: Journal, token: string, organization: string): Promise<void> => {
  const create = async (type: string, attributes: object, relationships: object = {}): Promise<string> => {
    const json = documentOf(type, { kind: 'opa', ...attributes }, relationships);
    const { body } = await request('POST', `${api}/organizations/${organization}/${type}`, {
      token,
      json,
    });
    return body.data.id;
  };
  const id = await create('policies', { name: 'p', query: 'data.p.deny', 'enforcement-level': 'advisory' });
  const raw = 'package p\n\ndeny contains "aws_db_instance.main"\n';
  await request('PUT', `${api}/policies/${id}/upload`, { token, raw, status: 200 });
  await create('policy-sets', { name: 'all', global: true }, { policies: { data: [{ type: 'policies', id }] } });
};

/** Evaluates plans with and without recording their inputs, and waits for the outcomes. */
export const useEvaluations = async (journal: Journal, token: string): Promise<void> => {
  const { request, keep } = journal;
  const name = 'evaluations';
  const json = documentOf('organizations', { name, email: 'evaluations@example.com' });
  await request('POST', `${api}/organizations`, { token, json, status: 201 });
  const evaluate = async (raw: string): Promise<string> => {
    const created = await request('POST', `${api}/organizations/${name}/evaluations`, { token, json: {}, status: 201 });
    const { upload, self } = created.body.data.links;
    await request('PUT', upload, { token, raw, status: 202 });
    const statusNow = async () => (await request('GET', self, { token, status: 200 })).body.data.attributes.status;
    let status = await statusNow();
    while (status === 'pending' || status === 'running') {
      await wait(50);
      status = await statusNow();
    }
    assert.equal(status, 'passed');
    return self;
  };
  await evaluate(planWith(keep('plan: a variable', 'Xq7-plan-password-93kd')));
  await addPolicy(journal, token, name);
  const settings = { 'policy-input-retention-days': 30, 'evaluation-change-values-enabled': true };
  const remembering = documentOf('organizations', settings);
  await request('PATCH', `${api}/organizations/${name}`, { token, json: remembering, status: 200 });
  await evaluate(planWith(keep('plan: an undeclared variable', 'kD3-plan-undeclared-15hx')));
  const flagged = await evaluate(flaggedPlan(journal));
  const changes = await request('GET', `${flagged}/changes`, { token, status: 200 });
  assert.deepEqual(
    changes.body.data[0].attributes.attributes.map(({ after }: { readonly after: unknown }) => after),
    ['db://app:(sensitive value)@main', '(sensitive value)'],
  );
  const unmasked = { key: keep('plan: without flags', 'zN8-plan-unflagged-34bc') };
  await evaluate(JSON.stringify({ format_version: '1.2', resource_changes: [{ change: { after: unmasked } }] }));
  const listed = await request('GET', `${api}/organizations/${name}/policy-inputs`, { token, status: 200 });
  assert.equal(listed.body.data.length, 2);
};

const inputs = query()((db) => db.selectFrom('policy_inputs').select('id'));

/** Returns all recorded inputs, decrypted with the service's key. */
export const rememberedInputs = (environment: Environment): Promise<Buffer> =>
  withDatabaseOf(environment, async (context) => {
    const documents: Uint8Array[] = [];
    for (const { id } of await context.database.rows(inputs, {})) {
      const { plan, run } = (await readInput(context, context.database, id)) ?? {};
      documents.push(plan ?? Buffer.of(), run ?? Buffer.of());
    }
    return Buffer.concat(documents);
  });
