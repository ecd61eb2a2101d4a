// Lists that are measured at several sizes, and the additional table rows that these lists need.
import { readConfig } from '../src/config.ts';
import { openContext } from '../src/context.ts';
import { sealedHead } from '../src/domains/audit/index.ts';
import { wiring } from '../src/domains/index.ts';
import type { Installation } from './installation.ts';
import { runLong } from './long-statements.ts';
import { organizationName, policyIdAt } from './seed.ts';

/** List endpoint, with the filters and sort orders to measure. */
export interface ScaledList {
  readonly name: string;
  readonly path: string;
  readonly parameters: readonly string[];
  /** Filters and sort orders with which a response may take at most `maxReading` ms on a reading thread. */
  readonly quick?: readonly string[];
}

const home = `/api/v2/organizations/${organizationName}`;
const registry = `${home}/registry-modules`;

const quickOfPolicies = [
  'filter[failing]=true',
  'filter[failing]=false',
  'filter[level]=advisory',
  'filter[shadow]=true',
];
const quickOfEvaluations = ['filter[level]=mandatory', 'filter[level]=advisory'];

export const scaledLists: readonly ScaledList[] = [
  {
    name: 'policies',
    path: `${home}/policies`,
    parameters: [
      '',
      'sort=-updated-at',
      'filter[kind]=native',
      'search[name]=0123',
      'include=policy-sets',
      ...quickOfPolicies,
    ],
    quick: quickOfPolicies,
  },
  {
    name: 'policy sets',
    path: `${home}/policy-sets`,
    parameters: ['', 'filter[kind]=opa', 'search[name]=0123', 'include=policies'],
  },
  {
    name: 'accounts',
    path: '/api/v2/admin/users',
    parameters: ['', 'filter[admin]=true', 'filter[suspended]=true', 'q=n-00012'],
  },
  { name: 'organizations', path: '/api/v2/admin/organizations', parameters: ['', 'q=bench'] },
  {
    name: 'memberships',
    path: `${home}/organization-memberships`,
    parameters: ['', 'filter[status]=invited', 'filter[email]=person-0000012@example.com', 'q=n-00012', 'include=user'],
  },
  { name: 'teams', path: `${home}/teams`, parameters: ['', 'filter[names]=team-0000012', 'q=00012', 'include=users'] },
  { name: 'projects', path: `${home}/projects`, parameters: ['', 'filter[names]=project-0000012', 'q=00012'] },
  { name: 'workspaces', path: `${home}/workspaces`, parameters: ['', 'sort=-name', 'search[name]=00012'] },
  { name: 'modules', path: registry, parameters: ['', 'filter[provider]=none', 'q=00012'] },
  { name: 'downloads', path: `${registry}/private/${organizationName}/few/aws/1.0.1/downloads`, parameters: [''] },
  {
    name: 'evaluations',
    path: `${home}/evaluations`,
    parameters: ['', 'filter[status]=failed', 'filter[blocked]=true', ...quickOfEvaluations],
    quick: quickOfEvaluations,
  },
  { name: 'pass rates', path: `${home}/pass-rates`, parameters: ['', 'group=policy', 'group=workspace'] },
  { name: 'workspace results', path: `${home}/workspace-results`, parameters: [''] },
  { name: 'exemptions', path: `${home}/policy-exemptions`, parameters: [''] },
  {
    name: 'policy inputs',
    path: `${home}/policy-inputs`,
    parameters: ['', 'filter[workspace]=workspace-0000012', 'filter[since]=2026-02-01T00:00:00.000Z'],
  },
  {
    name: 'team tokens',
    path: `${home}/team-tokens`,
    parameters: ['', 'q=00012', 'sort=team-name', 'sort=-last-used-at'],
  },
  { name: 'revisions', path: `/api/v2/policies/${policyIdAt(1)}/revisions`, parameters: [''] },
  {
    name: 'audit events',
    path: `${home}/audit-events`,
    parameters: ['', 'filter[action]=scale.none', 'filter[since]=2026-02-01T00:00:00.000Z'],
  },
  { name: 'audit trail', path: '/api/v2/admin/audit-trail', parameters: ['', 'filter[action]=scale.none'] },
];

/** Endpoints that return a single record but count many table rows. */
export const scaledRecords: readonly ScaledList[] = [{ name: 'posture', path: `${home}/posture`, parameters: [''] }];

const at = "'2026-01-02T03:04:05.678Z'";
const later = "'2099-01-02T03:04:05.678Z'";
const creator = `'{"kind":"user","id":"user-1","username":"ada"}'`;
const padded = (i: string, count: number): string => `substr(cast(1${'0'.repeat(count)} + ${i} as text), 2)`;
const idOf = (prefix: string, i = 'i'): string => `'${prefix}-' || replace(${padded(i, 16)}, '0', 'z')`;

/** Identifier of a team with access to single workspaces and projects. The team has no other permissions. */
export const teamWithAccess = `team-${'1'.padStart(16, 'z')}`;

/**
 * Most recent days, as dates in ISO 8601. Evaluations are distributed over these days, because the posture endpoint
 * does not count older evaluations.
 */
const days = Array.from({ length: 80 }, (_, ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
const day = `(case i % ${days.length} ${days.map((each, index) => `when ${index} then '${each}'`).join(' ')} end)`;
const recounted = `'${new Date().toISOString()}'`;

/** Returns SQL statements that add `count` rows of each type to the rows from `seedStatements`. */
export const scaledStatements = (count: number): readonly string[] => {
  const upTo = `with recursive n (i) as (select cast(1 as bigint) union all select i + 1 from n where i < ${count})`;
  const name = (prefix: string): string => `'${prefix}-' || ${padded(`(i * 7919 % ${count})`, 7)}`;
  const organization = `(select id from organizations where name = '${organizationName}')`;
  const into = (table: string, columns: string, values: string): string =>
    `insert into ${table} (${columns}) ${upTo} select ${values} from n`;
  const named = `${organization}, ${at}`;
  return [
    into(
      'memberships',
      'organization_id, created_at, id, user_id',
      `${named}, ${idOf('ou')}, ${idOf('user', '(i - 1)')}`,
    ),
    into(
      'teams',
      'organization_id, created_at, id, name, name_key, visibility',
      `${named}, ${idOf('team')}, ${name('team')}, ${name('team')}, 'organization'`,
    ),
    into('team_members', 'team_id, membership_id', `${idOf('team')}, ${idOf('ou')}`),
    into('projects', 'organization_id, created_at, id, name', `${named}, ${idOf('prj')}, ${name('project')}`),
    into(
      'workspaces',
      'organization_id, created_at, updated_at, id, project_id, name',
      `${named}, ${at}, ${idOf('ws')}, ${idOf('prj')}, ${name('workspace')}`,
    ),
    // The team `teamWithAccess` has access to half of the workspaces, and to the projects of the others.
    into(
      'team_access',
      'organization_id, created_at, id, team_id, workspace_id, project_id, access, creates_workspaces, created_by',
      `${named}, ${idOf('tws')}, '${teamWithAccess}', case when i % 2 = 0 then ${idOf('ws')} end,
        case when i % 2 = 1 then ${idOf('prj')} end, 'read', 0, ${creator}`,
    ),
    // Three times as many rows are added as for any other type.
    ...[0, 1, 2].map((turn) =>
      into(
        'modules',
        'organization_id, created_at, updated_at, id, name, provider',
        `${named}, ${at}, ${idOf('mod', `(${1_000_000_000 + turn * count} + i)`)}, ${name(`listed-${turn}`)}, 'aws'`,
      ),
    ),
    into(
      'module_downloads',
      'version_id, consumer, count, last_downloaded_at',
      `(select v.id from module_versions v join modules m on m.id = v.module_id where m.name = 'few' and v.version = '1.0.1'),
        'user:' || ${idOf('user', '(i - 1)')}, 1, ${at}`,
    ),
    into(
      'policy_evaluations',
      'organization_id, created_at, updated_at, id, workspace_id, scope, status, status_timestamps, run, tags, created_by, expires_at, is_counted, mandatory_failed, advisory_failed',
      `${organization}, ${day} || 'T03:04:05.678Z', ${at}, ${idOf('poleval')}, ${idOf('ws')}, 'organization',
        case when i % 1000 = 0 then 'failed' else 'passed' end, '{}', '{}', '[]', ${creator}, ${later}, 1,
        case when i % 1000 = 0 then 1 else 0 end, case when i % 2 = 0 then 1 else 0 end`,
    ),
    `insert into policy_evaluation_days (id, organization_id, day, passed, failed, errored, overridden, shadow_failed, exempted, old, changes,
        recounted_at, expires_at)
      with recursive n (i) as (select 0 union all select i + 1 from n where i < ${days.length - 1})
      select 'scale-' || i, ${organization}, ${day}, ${Math.floor(count / days.length)}, 1, 0, 0, 0, 0, 0, 1, ${recounted}, ${later} from n`,
    into(
      'policy_outcome_days',
      'id, organization_id, day, policy_set_id, policy_id, policy_name, passed, failed, errored, exempted, old, shadow_passed, shadow_failed, shadow_errored, last_failure, expires_at',
      `${idOf('polday')}, ${organization}, ${day}, 'polset-' || (i % 200), 'pol-' || (i / 80), ${name('policy')}, 9, i % 7, 0, 0, 0, 0, 0, 0, '', ${later}`,
    ),
    // Half of the policies have failed recently, and a tenth of them are in shadow mode.
    `update policies set introduction = case when name like '%0' then 'shadow' else 'enforce' end,
      failed_on = case when ${[1, 3, 5, 7, 9].map((digit) => `name like '%${digit}'`).join(' or ')} then '${days[0]}' end`,
    into(
      'policy_exemptions',
      'organization_id, created_at, updated_at, id, policy_id, workspace_id, reason, owner, covers_all_levels, last_matched_at, created_by',
      `${named}, ${at}, ${idOf('polex')}, ${idOf('pol')}, ${idOf('ws')}, 'Known.', 'ada', 0, ${at}, ${creator}`,
    ),
    into(
      'policy_inputs',
      'organization_id, created_at, id, evaluation_id, workspace_id, workspace_name, digest, size, stored_size, masked, outcomes, evaluated_at, expires_at',
      `${named}, ${idOf('polin')}, ${idOf('poleval')}, ${idOf('ws')}, ${name('workspace')}, '', 1, 1, 0, '[]', ${at}, ${later}`,
    ),
    into(
      'tokens',
      'id, hash, kind, team_id, description, created_at',
      `${idOf('at')}, ${idOf('hash')}, 'team', ${idOf('team')}, ${name('token')}, ${at}`,
    ),
    into(
      'policy_revisions',
      'id, policy_id, number, sha256, size, created_by, created_at',
      `${idOf('polrev')}, '${policyIdAt(1)}', i, '', 1, ${creator}, ${at}`,
    ),
    into(
      'audit_records',
      'organization_id, at, action, resource_type, resource_id, actor, change, request_id, address',
      `${named}, 'scale', 'things', 'thing', '{"kind":"system","name":"scale"}', '{"before":null,"after":null}', 'scale', ''`,
    ),
  ];
};

/** Adds `count` rows of each type to an installation. */
export const addScaledRows = async ({ environment }: Installation, count: number): Promise<void> => {
  await using context = await openContext(readConfig(environment), wiring);
  await runLong(context, scaledStatements(count));
  // The audit log is sealed before the measurement, because otherwise the service would seal it during the measurement.
  await sealedHead(context);
};
