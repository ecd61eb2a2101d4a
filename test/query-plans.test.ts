// Query plans on the embedded database. SQLite's planner does not consider the number of rows. Each query must
// therefore be written so that its cost does not depend on rows that it does not return.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sqlitePath } from '../src/db/open.ts';
import { type AnyQuery, prepare } from '../src/db/query.ts';
import { connect } from '../src/db/sqlite/connection.ts';
import { anyAdministrator } from '../src/domains/accounts/users/store.ts';
import {
  availableOfDeprecated,
  deprecatedAmong,
  newestUndeprecatedOfModules,
} from '../src/domains/modules/deprecations/store.ts';
import { firstUsers, usersOfModule } from '../src/domains/modules/uses/store.ts';
import { administeredList } from '../src/domains/organizations/administration/store.ts';
import { soleOwnedBy } from '../src/domains/organizations/memberships/ownership.ts';
import { membershipList } from '../src/domains/organizations/memberships/store.ts';
import { projectList, projectsOfTeams } from '../src/domains/organizations/projects/store.ts';
import {
  membersByIds,
  membersByUsers,
  ownersOf,
  privilegesOfTeams,
  visibleTeamsByIds,
} from '../src/domains/organizations/teams/store.ts';
import { teamTokenList } from '../src/domains/organizations/tokens/team-tokens.ts';
import { accessibleCount } from '../src/domains/organizations/workspaces/accessible.ts';
import { workspaceList } from '../src/domains/organizations/workspaces/store.ts';
import { nextOldDay } from '../src/domains/policies/counts/store.ts';
import { evaluationList, lastPassed } from '../src/domains/policies/evaluations/store.ts';
import { nextAccount, nextEvaluationOf } from '../src/domains/policies/evaluations/waiting-queries.ts';
import { policyKinds } from '../src/domains/policies/policies/store.ts';
import { policySetKinds } from '../src/domains/policies/policy-sets/store.ts';
import { nextUncounted } from '../src/domains/policies/posture/outcome-queries.ts';
import { latestCounts, notCounted } from '../src/domains/policies/posture/workspaces.ts';
import { freshDatabase } from './support/database.ts';

/** Returns the steps of a query plan for an empty database, such as `SEARCH teams USING INDEX … (id=?)`. */
const planOf = async (source: AnyQuery): Promise<readonly string[]> => {
  await using fresh = await freshDatabase('sqlite');
  const connection = connect(sqlitePath(fresh.dataDir), true);
  try {
    const { sql } = prepare(source, 'sqlite');
    const steps = connection.prepare(`explain query plan ${sql}`).all();
    return steps.map(({ detail }) => String(detail));
  } finally {
    connection.close();
  }
};

/**
 * Whether a query plan step scans a small internal table: a list parameter, the first related records of a row, or the
 * single row of a query without a table.
 */
const isSmall = (step: string): boolean => /^SCAN (json_each|linked|CONSTANT)/.test(step);

/** Whether a query plan step reads all rows of a table, or all rows of an organization. */
const isWhole = (step: string): boolean =>
  (step.startsWith('SCAN') && !isSmall(step)) || step.includes('(organization_id=?)');

const byEmail = membershipList.pages('', 'filter[email]');

const queries: Readonly<Record<string, AnyQuery>> = {
  'the deprecated versions in a list': deprecatedAmong,
  'what to take instead of deprecated versions': newestUndeprecatedOfModules,
  'the versions that the constraints of a list choose from': availableOfDeprecated,
  'the policies of a policy set': policyKinds,
  'the policy sets that a policy shall be in': policySetKinds,
  'what teams may do': privilegesOfTeams,
  'the teams that somebody sees': visibleTeamsByIds,
  'the members behind usernames': membersByUsers,
  'the members behind memberships': membersByIds,
  'the memberships of e-mail addresses': byEmail.rows,
  'the number of memberships of e-mail addresses': byEmail.count,
  'whether there is an administrator': anyAdministrator,
  'a few workspaces to which teams have access': workspaceList.pages('name', 'accessibleFew').rows,
  'the number of a few workspaces to which teams have access': workspaceList.pages('name', 'accessibleFew').count,
  'the number of all workspaces to which teams have access': accessibleCount,
  'the projects that teams can read': projectsOfTeams,
  'projects by their identifiers': projectList.pages('', 'ids').rows,
};

for (const [what, source] of Object.entries(queries)) {
  test(`A query finds its rows without reading all others: ${what}`, async () => {
    const plan = await planOf(source);

    assert.notEqual(plan.length, 0);
    assert.deepEqual(plan.filter(isWhole), []);
  });
}

test('Access to many workspaces is checked without reading the other columns of each workspace', async () => {
  const { deepRows, count } = workspaceList.pages('-name', 'accessibleMany');

  const plans = [await planOf(deepRows), await planOf(count)];

  const index = 'SEARCH workspaces USING COVERING INDEX workspaces_access (organization_id=?)';
  assert.deepEqual(
    plans.map((plan) => plan.filter((step) => step === index).length),
    [1, 1],
  );
});

test('The next evaluation is found by one index lookup among those that wait, however many do', async () => {
  const [accounts, evaluations] = [await planOf(nextAccount), await planOf(nextEvaluationOf)];

  assert.equal(accounts[0], 'SEARCH policy_evaluations USING INDEX policy_evaluations_of_account (account>?)');
  assert.equal(
    evaluations[0],
    'SEARCH policy_evaluations USING INDEX policy_evaluations_of_account (account=? AND organization_id>?)',
  );
  assert.deepEqual([...accounts, ...evaluations].filter(isWhole), []);
});

test('Evaluations that are not counted yet, and days to recount, are found by an index', async () => {
  assert.deepEqual(await planOf(nextUncounted), [
    'SEARCH policy_evaluations USING INDEX policy_evaluations_uncounted ((organization_id,created_at)>(?,?))',
  ]);
  const [ofRecounts] = await planOf(nextOldDay);
  assert.match(ofRecounts ?? '', /USING INDEX policy_evaluation_days_recount \(recounted_at>\? AND recounted_at<\?\)/);
});

test('The latest evaluation of a workspace is found by an index', async () => {
  const plan = await planOf(latestCounts.all);

  assert.match(
    plan.join('; '),
    /SEARCH newest USING INDEX policy_evaluations_latest_counted \(organization_id=\? AND workspace_id=\?\)/,
  );
});

test('The last evaluation of a workspace that passed is found by an index', async () => {
  const plan = await planOf(lastPassed);

  assert.match(
    plan.join('; '),
    /SEARCH policy_evaluations USING INDEX policy_evaluations_last_passed \(organization_id=\? AND workspace_id=\? AND created_at<\?\)/,
  );
});

test('Evaluations that do not count for their workspaces are found by an index', async () => {
  assert.deepEqual(await planOf(notCounted.all), [
    'SEARCH policy_evaluations USING INDEX policy_evaluations_not_counted (organization_id=? AND created_at>?)',
  ]);
});

test('Evaluations with a status that no override changes are found by an index on the status', async () => {
  const plan = await planOf(evaluationList.pages('', 'filter[status]=passed').rows);

  assert.match(
    plan.join('; '),
    /policy_evaluations USING INDEX policy_evaluations_by_status \(organization_id=\? AND status=\?\)/,
  );
});

test('The evaluations of a workspace, and those of a creator, are read in the order of an index', async () => {
  const indexes = {
    'filter[workspace]': /USING INDEX policy_evaluations_of_workspace \(organization_id=\? AND workspace_id=\?\)/,
    'filter[created-by]': /USING INDEX policy_evaluations_of_creator \(organization_id=\? AND <expr>=\?\)/,
  };
  for (const [filter, index] of Object.entries(indexes)) {
    const plan = await planOf(evaluationList.pages('', filter).rows);

    assert.match(plan.join('; '), index);
    assert.deepEqual(
      plan.filter((step) => step.includes('ORDER BY')),
      [],
    );
  }
});

test('A deep page of all team tokens skips entries of two indexes, and reads only the rows that it shows', async () => {
  const skipping = [
    'SEARCH teams USING COVERING INDEX teams_in_order (organization_id=?)',
    'SEARCH tokens USING COVERING INDEX tokens_team (team_id=?)',
  ];
  // The access of a team is only read for callers who are not owners.
  const withoutAccess = async (source: AnyQuery) =>
    (await planOf(source)).filter((step) => /^SEARCH (teams|tokens) /.test(step));
  const plan = await withoutAccess(teamTokenList.pages().deepRows);
  const counting = await withoutAccess(teamTokenList.pages().count);

  assert.equal(plan[0], 'SEARCH tokens USING INDEX sqlite_autoindex_tokens_1 (id=?)');
  assert.deepEqual(plan.slice(1, 3), skipping);
  assert.deepEqual(counting, skipping);
});

test('The workspaces of an organization that use a version are found without reading those of other organizations', async () => {
  const plans = [await planOf(firstUsers(false)), await planOf(usersOfModule)];

  for (const plan of plans) {
    const search =
      /workspace_modules USING .*INDEX workspace_modules_by_organization \(version_id=\? AND organization_id=\?/;
    assert.ok(
      plan.some((step) => search.test(step)),
      plan.join('\n'),
    );
  }
});

test('Owners are found without reading the other teams of their organizations', async () => {
  const ofTeams = async (source: AnyQuery) => (await planOf(source)).filter((step) => step.includes(' teams '));
  const byIndex = 'SEARCH teams USING COVERING INDEX teams_of_owners (organization_id=?)';

  assert.deepEqual(await ofTeams(ownersOf), [byIndex]);
  assert.deepEqual(await ofTeams(administeredList.pages().rows), [byIndex, byIndex]);
  assert.deepEqual(await ofTeams(soleOwnedBy), ['SEARCH teams USING INDEX sqlite_autoindex_teams_1 (id=?)']);
});
