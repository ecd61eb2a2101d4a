import { deepEqual, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { planOfState } from './plan-of-state.ts';

/** Reads a document that Terraform 1.11 wrote: the state of a workspace, or a plan of this workspace without changes. */
const document = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../test/states/${name}.json`, import.meta.url), 'utf8'));

test('The plan of a state equals a plan without changes that Terraform makes of the same workspace', () => {
  const { format_version, terraform_version, planned_values, resource_changes, prior_state } =
    document('plan-without-changes');

  const plan = JSON.parse(JSON.stringify(planOfState(document('state'))));

  deepEqual(plan, { format_version, terraform_version, planned_values, resource_changes, prior_state });
});

test('The plan has no changes of data sources and deposed objects', () => {
  const resource = (address: string, members: object = {}) => ({ address, mode: 'managed', values: {}, ...members });
  const current = resource('a.b');
  const others = [resource('a.b', { deposed_key: '1' }), resource('data.a.b', { mode: 'data' })];
  const state = { format_version: '1.0', values: { root_module: { resources: [current, ...others] } } };

  const { planned_values, resource_changes, prior_state } = JSON.parse(JSON.stringify(planOfState(state)));

  deepEqual(planned_values, { root_module: { resources: [current] } });
  deepEqual(
    resource_changes.map(({ change }: { readonly change: { readonly actions: readonly string[] } }) => change.actions),
    [['no-op']],
  );
  deepEqual(prior_state, state);
});

test('The state of a workspace without resources gives a plan without resources', () => {
  const { planned_values, resource_changes } = planOfState({ format_version: '1.0' });

  deepEqual([planned_values, resource_changes], [{ root_module: {} }, []]);
});

test('A plan, a state file and any other document are refused', () => {
  throws(() => planOfState(document('plan-without-changes')), { message: /is a plan and not a state: leave out/ });
  for (const other of [null, [], {}, { version: 4, serial: 1, resources: [] }])
    throws(() => planOfState(other), {
      message: /was not written by "show -json": convert a state file with "terraform show -json <file>"$/,
    });
});
