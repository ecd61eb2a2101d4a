// Routes that are measured. Each row is one entry of data.
import { randomText } from '../src/lib/text/random-text.ts';
import type { Exchange } from './exchange.ts';
import { checkOf, few, many } from './modules.ts';
import type { Goal } from './result.ts';
import { baseUrl, commonWord, organizationName, policyIdAt, rareWord } from './seed.ts';

export interface Row extends Exchange {
  readonly name: string;
  /** Requests per second in the open loop. The rate is low enough that neither server is saturated. */
  readonly rate: number;
  /** Number of requests to each server before the measurement begins. */
  readonly warmUp: number;
  /** Whether the response depends only on seeded data. It is then the same on both database engines. */
  readonly isSeeded?: boolean;
  readonly goal?: Goal;
}

const policy = `/api/v2/policies/${policyIdAt(1)}`;
const policies = `/api/v2/organizations/${organizationName}/policies`;
const tenKilobytes = 'package bench\n'.padEnd(10_240, '# a comment of a policy\n');

const newPolicy = (): string =>
  JSON.stringify({
    data: {
      type: 'policies',
      attributes: { name: `new-${randomText(16)}`, kind: 'native', 'enforcement-level': 'advisory' },
    },
  });

const newDescription = (): string =>
  JSON.stringify({ data: { type: 'policies', attributes: { description: `Changed: ${randomText(16)}` } } });

const list: Row = {
  name: 'list 20 policies',
  method: 'GET',
  path: `${policies}?page%5Bsize%5D=20`,
  rate: 500,
  warmUp: 5_000,
  isSeeded: true,
};

const search: Row = {
  name: 'search policies by name',
  method: 'GET',
  path: `${policies}?page%5Bsize%5D=20&search%5Bname%5D=0123`,
  rate: 50,
  warmUp: 500,
  isSeeded: true,
};

/** Measures the cost of finding the owner of a token and returning the account. */
const authentication: Row = {
  name: 'account details, by token',
  method: 'GET',
  path: '/api/v2/account/details',
  rate: 1_000,
  warmUp: 5_000,
};

const users: Row = {
  name: 'list 20 users',
  method: 'GET',
  path: '/api/v2/admin/users?page%5Bsize%5D=20',
  rate: 300,
  warmUp: 5_000,
};

/** Request that the command-line client of a module consumer sends before it chooses a module version. */
const versionsOf = (module: 'few' | 'many'): Omit<Row, 'name'> => ({
  method: 'GET',
  path: `/api/registry/v1/modules/${organizationName}/${module}/aws/versions`,
  rate: 500,
  warmUp: 2_000,
  isSeeded: true,
});

/** Returns a search for users. People notice the response time of such a search. */
const searchOf = (word: string): Exchange => ({ method: 'GET', path: `/api/v2/admin/users?q=${word}` });

const check = (count: number): Exchange => checkOf(new URL(baseUrl).host, organizationName, count);

/**
 * Compares the cost per module of a long list with that of a short list. The cost per module must not grow with the
 * length of the list.
 */
export const linearity = {
  name: 'check: a module of 2,000 against one of 200',
  short: check(few),
  long: check(many),
  times: many / few,
  goal: { max: 1.2 },
} as const;

/** Rows that are measured on both database engines, with 10,000 policies and 1,000 users. */
export const rows: readonly Row[] = [
  { name: 'ping', method: 'GET', path: '/api/v2/ping', rate: 1_000, warmUp: 5_000, isSeeded: true },
  authentication,
  {
    name: 'show a policy',
    method: 'GET',
    path: policy,
    rate: 1_000,
    warmUp: 5_000,
    isSeeded: true,
    goal: { max: { sqlite: 2, postgres: 3 } },
  },
  { ...list, goal: { max: { sqlite: 3, postgres: 4.5 } } },
  { ...list, name: 'list 20 policies with their sets', path: `${list.path}&include=policy_sets`, rate: 250 },
  { ...search, goal: { max: { sqlite: 6, postgres: 4 } } },
  { ...users, goal: { max: { sqlite: 2.5, postgres: 4 } } },
  { ...users, name: 'search 1,000 users', path: searchOf(rareWord).path, rate: 50, warmUp: 500 },
  {
    name: 'show the general settings',
    method: 'GET',
    path: '/api/v2/admin/general-settings',
    rate: 1_000,
    warmUp: 5_000,
    isSeeded: true,
    goal: { max: { sqlite: 3 } },
  },
  {
    name: 'list the feature sets',
    method: 'GET',
    path: '/api/v2/feature-sets',
    rate: 1_000,
    warmUp: 5_000,
    isSeeded: true,
    goal: { max: { sqlite: 3 } },
  },
  {
    name: 'list the feature sets of an organization',
    method: 'GET',
    path: `/api/v2/organizations/${organizationName}/feature-sets`,
    rate: 1_000,
    warmUp: 5_000,
    isSeeded: true,
  },
  { ...versionsOf('few'), name: 'registry: 50 versions of a module', goal: { max: { sqlite: 6 } } },
  { ...versionsOf('many'), name: 'registry: 500 versions of a module', rate: 250, goal: { max: { sqlite: 6 } } },
  {
    name: 'create a policy',
    method: 'POST',
    path: policies,
    body: newPolicy,
    rate: 100,
    warmUp: 1_000,
    goal: { max: { sqlite: 4, postgres: 5 } },
  },
  { name: 'change a policy', method: 'PATCH', path: policy, body: newDescription, rate: 100, warmUp: 1_000 },
  { ...check(few), name: 'check 200 modules', rate: 50, warmUp: 200, isSeeded: true },
  { ...check(many), name: 'check 2,000 modules', rate: 5, warmUp: 20, isSeeded: true },
  { name: 'upload 10 KB', method: 'PUT', path: `${policy}/upload`, body: () => tenKilobytes, rate: 100, warmUp: 500 },
];

/** Rows that `--large` measures with 1,000,000 policies. They are also compared with the bare server. */
export const largeRows: readonly Row[] = [
  { ...list, name: 'list 20 of 1,000,000 policies' },
  { ...search, name: 'search 1,000,000 policies by name', rate: 1, warmUp: 2 },
];

/**
 * Requests whose cost must not grow with the size of the tables. Their cost on the large installation is compared with
 * that on the small installation.
 */
export const growthRows: readonly Row[] = [
  { ...list, name: 'list of policies: 1,000,000 against 10,000', goal: { max: 1.2 } },
  { ...users, name: 'list of users: 1,000,000 against 1,000', goal: { max: 1.2 } },
  { ...authentication, name: 'account details: 1,000,000 users against 1,000', goal: { max: 1.2 } },
];

/** Request whose response time is measured with 1,000,000 users. Requests are sent one after another. */
export interface Wait {
  readonly name: string;
  readonly exchange: Exchange;
  readonly times: number;
  /** Maximum response time in milliseconds. */
  readonly goal: Goal;
}

export const waits: readonly Wait[] = [
  { name: 'search 1,000,000 users, 100 hits', exchange: searchOf(rareWord), times: 50, goal: { max: 10 } },
  { name: 'search 1,000,000 users, all hit', exchange: searchOf(commonWord), times: 10, goal: { max: 1_000 } },
];

/** Read of a single record. The slowest responses must not become much slower while other requests search all users. */
export const besideSearches = {
  name: 'slowest 1 % of single reads with searches beside them',
  read: { method: 'GET', path: policy },
  search: searchOf(commonWord),
  rate: 200,
  count: 2_000,
  goal: { max: 3 },
} as const;
