// Every entity and every group of settings is either exported or listed here with the reason why it is not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kinds } from '../../src/cli/as-code/kinds.ts';
import { kindNames } from '../../src/cli/as-code/model.ts';
import { groups } from '../../src/cli/as-code/records/site.ts';
import { settingsGroups } from '../../src/domains/index.ts';
import { settableAttributes } from '../../src/domains/organizations/commands.ts';
import { neutral } from '../../src/jsonapi/vocabulary.ts';
import { declaredTables } from '../support/declared-tables.ts';

/** Exported record type of each entity. */
const exported = {
  organizations: 'organization',
  memberships: 'membership',
  teams: 'team',
  projects: 'project',
  workspaces: 'workspace',
  team_access: 'workspace-access',
  policies: 'policy',
  policy_sets: 'policy-set',
  policy_set_parameters: 'parameter',
  policy_parameter_overrides: 'parameter-override',
  policy_override_delegations: 'delegation',
  module_deprecations: 'deprecation',
  oidc_providers: 'oidc-provider',
} as const;

const isResult = 'it is a result of what happened on the instance';
const isContent = 'its content is published by pipelines, and not declared';
const isAccount =
  'it belongs to a person or a program: accounts come with their first use as members and administrators';

/** Entities that are not exported, each with the reason. */
const notExported: Readonly<Record<string, string>> = {
  users: isAccount,
  sessions: isAccount,
  tokens: 'a credential is shown once, and moves to no other instance',
  subscriptions: 'the plan of an organization is an attribute of it',
  tag_bindings: 'tags are attributes of workspaces and projects',
  policy_revisions: 'the code in force is an attribute of the policy; its history stays where it happened',
  policy_set_versions: 'the files of the version in force are an attribute of the set',
  policy_archive_policies: 'they are in the files of the version in force',
  policy_approvals: 'one is given by a person for findings of one evaluation, and ends within days',
  policy_exemptions: 'one is granted by a person, who answers for it until it ends',
  policy_exemption_requests: 'somebody sends one about an evaluation, which stays where it happened',
  policy_run_tasks: 'its key is made on the instance, and entered in the platform that calls it',
  policy_run_task_calls: isResult,
  policy_evaluations: isResult,
  policy_evaluation_changes: isResult,
  policy_set_outcomes: isResult,
  module_downloads: isResult,
  policy_inputs: isResult,
  policy_replay_inputs: isResult,
  policy_replays: isResult,
  modules: isContent,
  module_versions: isContent,
};

const settableIn = (entity: object): readonly string[] =>
  ['create', 'update'].flatMap((name) => Object.keys(Object(Reflect.get(entity, name))));

test('Every entity is exported with all attributes that clients can set, or is listed with a reason', async () => {
  const entities = (await declaredTables()).filter((each) => 'create' in each && 'shown' in each);
  const names = entities.map(({ table }) => table);

  for (const entity of entities) {
    const name: string = entity.table;
    const kind = name in exported ? exported[name as keyof typeof exported] : undefined;
    assert.ok((kind === undefined) === name in notExported, `${name} is to be exported, or listed here with a reason`);
    if (kind === undefined) continue;
    const { attributes, naming } = kinds[kind];
    const own = new Set([...Object.keys(attributes), ...Object.keys(naming?.keys ?? {}), 'name', 'key']);
    for (const attribute of settableIn(entity)) assert.ok(own.has(attribute), `${kind} lacks ${attribute}`);
  }

  const listed = [...Object.keys(exported), ...Object.keys(notExported)];
  assert.deepEqual(
    listed.filter((name) => !names.includes(name)),
    [],
    'no entity is listed that is not there',
  );
});

test('Every plan and every group of settings is exported with all attributes that administrators can set', () => {
  assert.deepEqual(
    groups.map(({ id }) => id),
    settingsGroups.map(({ id }) => id),
  );
  for (const group of settingsGroups) {
    const own = Object.keys(groups.find(({ id }) => id === group.id)?.schemas ?? {});
    const settable = Object.entries(group.attributes).filter(
      ([, each]) => each.kind === 'stored' && each.isReadOnly !== true && each.compatOnly !== true,
    );
    assert.deepEqual(own.toSorted(), settable.map(([name]) => name).sort(), group.id);
  }
  const ofPlans = Object.keys(settableAttributes(neutral)).filter((name) => name !== 'identifier');
  assert.deepEqual(Object.keys(kinds.plan.attributes), ofPlans);
  assert.deepEqual(Object.keys(kinds).toSorted(), kindNames.toSorted());
});
