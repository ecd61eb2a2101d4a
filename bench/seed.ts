// Creates the data for the benchmark. Each table is filled by one SQL statement that creates the same rows on both
// database engines.
import type { Context } from '../src/context.ts';
import { general } from '../src/domains/instance/groups/general.ts';
import { updateSettings } from '../src/domains/instance/settings/settings.ts';
import type { Actor } from '../src/kernel/actor.ts';
import { moduleStatements } from './modules.ts';

export const organizationName = 'bench';
/** Base URL of the service. It is fixed, so that absolute links have the same length regardless of the port. */
export const baseUrl = 'http://127.0.0.1:8080';
const setSize = 20;

/**
 * Returns an SQL expression for the number `i` with a fixed number of digits. Both database engines support the
 * expression. `idOf` replaces zeros, so that the result is a valid identifier.
 */
const digits = (count: number, i: string): string => `substr(cast(1${'0'.repeat(count)} + ${i} as text), 2)`;
const idOf = (prefix: string, i: string): string => `'${prefix}-' || replace(${digits(16, i)}, '0', 'z')`;

/** Returns the identifier that `idOf` gives a seeded policy. Policies are numbered from 1. */
export const policyIdAt = (index: number): string => `pol-${String(index).padStart(16, '0').replaceAll('0', 'z')}`;

const upTo = (count: number): string =>
  `with recursive n (i) as (select cast(1 as bigint) union all select i + 1 from n where i < ${count})`;

const at = "'2026-01-02T03:04:05.678Z'";

// The alphabetical order of policy names differs from their creation order, because 7919 and a round number have no
// common factor.
const policiesSql = (organization: string, count: number): string => `
  insert into policies (id, organization_id, name, description, kind, query, enforcement_level, policy_set_count,
    created_at, updated_at)
  ${upTo(count)}
  select ${idOf('pol', 'i')}, '${organization}', 'policy-' || ${digits(7, `(i * 7919 % ${count})`)},
    'Keeps what is built within what was agreed upon.',
    case when i % 2 = 0 then 'opa' else 'native' end, case when i % 2 = 0 then 'data.bench.deny' end,
    'advisory', 1, ${at}, ${at} from n`;

const policySetsSql = (organization: string, count: number): string => `
  insert into policy_sets (id, organization_id, name, description, kind, policy_count, created_at, updated_at)
  ${upTo(count / setSize)}
  select ${idOf('polset', 'i')}, '${organization}', 'set-' || ${digits(7, 'i')}, 'Belongs together.',
    case when i % 2 = 0 then 'opa' else 'native' end, ${setSize}, ${at}, ${at} from n`;

const membersSql = (count: number): string => `
  insert into policy_set_policies (policy_id, policy_set_id)
  ${upTo(count)}
  select ${idOf('pol', 'i')}, ${idOf('polset', `(1 + (i - 1) % ${count / setSize})`)} from n`;

const countersSql = (organization: string, count: number): string => `
  update organizations set native_policy_count = ${count / 2}, opa_policy_count = ${count / 2}
  where id = '${organization}'`;

// The order of users' identifiers differs from the order of their names, as with random identifiers.
const usersSql = (count: number): string => {
  const name = `'person-' || ${digits(7, 'i')}`;
  const email = `${name} || '@example.com'`;
  return `
  insert into users (id, username, username_key, email, email_key, is_suspended, activated_at, created_at)
  ${upTo(count)}
  select ${idOf('user', `(i * 7919 % ${count})`)}, ${name}, ${name}, ${email}, ${email},
    case when i % 10 = 0 then 1 else 0 end, ${at}, ${at} from n`;
};

/** `rareWord` occurs in at most 100 of the seeded users, and `commonWord` in all of them. */
export const rareWord = 'n-00012';
export const commonWord = 'example.com';

const userCountsSql = (count: number): string => `
  update user_counts set active_members = active_members + ${count - count / 10},
    suspended_members = suspended_members + ${count / 10}`;

/** Creates two modules. The first gets fifty versions and the second gets five hundred. */
const modulesSql = (organization: string): string => `
  insert into modules (id, organization_id, name, provider, created_at, updated_at)
  values ('mod-${'1'.repeat(16)}', '${organization}', 'few', 'aws', ${at}, ${at}),
    ('mod-${'2'.repeat(16)}', '${organization}', 'many', 'aws', ${at}, ${at})`;

// The version numbers have no leading zeros. In the precedence key, each number is preceded by its number of digits.
const versionsSql = (module: 1 | 2, count: number): string => `
  insert into module_versions (id, module_id, version, precedence, status, sha256, size, created_at, updated_at, contents)
  ${upTo(count)}
  select ${idOf('modver', `(${module * 1_000} + i)`)}, 'mod-${String(module).repeat(16)}', '1.0.' || i,
    '1110' || length(cast(i as text)) || i || '~', 'ok', '${'00'.repeat(32)}', 1, ${at}, ${at}, '{}' from n`;

/** Numbers of records to create. They must be multiples of 100. */
export interface Size {
  /** Number of policies in one organization. Each policy set contains 20 of them. */
  readonly policies: number;
  readonly users: number;
}

/** Returns the SQL statements that fill an instance and one of its organizations. */
export const seedStatements = (organizationId: string, { policies, users }: Size): readonly string[] => [
  policiesSql(organizationId, policies),
  policySetsSql(organizationId, policies),
  membersSql(policies),
  countersSql(organizationId, policies),
  modulesSql(organizationId),
  versionsSql(1, 50),
  versionsSql(2, 500),
  usersSql(users),
  userCountsSql(users),
  ...moduleStatements(organizationId),
];

/** Sets a rate limit that is never reached. The service still counts requests. */
export const liftRateLimit = (context: Context, actor: Actor): Promise<unknown> => {
  const change = { stored: { 'api-rate-limit': 1_000_000 }, transient: {} };
  return updateSettings(context, actor, general, { values: change, problems: [], ifMatch: () => true });
};
