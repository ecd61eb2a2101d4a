// List of all domains. No other module imports all of them.
import type { Condition } from '../conditions.ts';
import type { Context, Wiring } from '../context.ts';
import { type Describe, describeApi } from '../http/openapi.ts';
import { type Includable, type Route, type Routes, routeIn } from '../http/route.ts';
import { inWords, type Vocabulary } from '../jsonapi/vocabulary.ts';
import { memoize } from '../lib/functions/memoize.ts';
import type { Ports } from '../ports.ts';
import { expiry } from '../runtime/jobs/expiry.ts';
import { expiringHeartbeats } from '../runtime/jobs/heartbeat.ts';
import type { Job } from '../runtime/jobs/jobs.ts';
import { expiringFailures } from '../runtime/limits/failure-limit.ts';
import { expiringAnswers } from '../runtime/state/idempotency-store.ts';
import { accounts } from './accounts/index.ts';
import { audit } from './audit/index.ts';
import { webConsole } from './console/index.ts';
import type { Domain } from './domain.ts';
import {
  conditionRoutes,
  descriptionRoute,
  instance,
  purging,
  type Sealed,
  type SettingsGroupDefinition,
  settingsConditions,
  settingsRoutes,
} from './instance/index.ts';
import { modules } from './modules/index.ts';
import { organizations } from './organizations/index.ts';
import { overview } from './overview/index.ts';
import { policies } from './policies/index.ts';

const domains: readonly Domain[] = [audit, instance, accounts, organizations, policies, modules, overview, webConsole];

/** Tags of the domains, in the order in which the API description lists them. */
const tags = [
  { domain: policies, name: 'Policies', description: 'Policies, their code, and policy sets.' },
  { domain: modules, name: 'Modules', description: 'The private module registry, its protocol, and deprecations.' },
  {
    domain: organizations,
    name: 'Organizations',
    description: 'Organizations, memberships, teams, their tokens, feature sets and subscriptions.',
  },
  {
    domain: accounts,
    name: 'Accounts',
    description: 'Users, sessions, passwords, two-factor authentication, tokens, SAML.',
  },
  { domain: overview, name: 'Overview', description: 'A summary of several organizations.' },
  { domain: instance, name: 'Instance', description: 'Settings, workload identity, data retention and health.' },
  { domain: audit, name: 'Audit', description: 'The audit records of the instance and of the organizations.' },
] as const;

const taggedRoutes = (domain: Domain, routes: Routes, words: Vocabulary): readonly Route[] => {
  const { name } = tags.find((each) => each.domain === domain) ?? {};
  return routes.map((each) => ({ ...routeIn(each, words), ...(name !== undefined && { tag: name }) }));
};

export const settingsGroups: readonly SettingsGroupDefinition[] = domains.flatMap((domain) => domain.settings ?? []);

export const superseded = domains.flatMap((domain) => domain.superseded ?? []);

/** Conditions that the operator should know about. */
export const conditions: readonly Condition[] = [
  ...domains.flatMap((domain) => domain.conditions ?? []),
  ...settingsConditions(settingsGroups),
];

/** All encrypted data. Encrypting a column that no domain declares does not compile. */
export const sealed: Sealed = {
  columns: { ...audit.sealed, ...instance.sealed, ...accounts.sealed, ...policies.sealed },
  groups: settingsGroups,
};

/** Routes and includable resource types of all domains, with names in one vocabulary. */
export interface Served {
  readonly routes: readonly Route[];
  /** Includable resources by type. */
  readonly includable: ReadonlyMap<string, Includable>;
  readonly describe: Describe;
}

export const servedWith = memoize((words: Vocabulary): Served => {
  const includable = domains.flatMap((domain) => domain.includable ?? []).map((each) => inWords(each, words));
  const describe: Describe = (options) => describeApi(routes, includable, { ...options, tags });
  const routes = [
    ...domains.flatMap((domain) => taggedRoutes(domain, domain.routes, words)),
    ...taggedRoutes(
      instance,
      [...conditionRoutes(conditions), ...settingsRoutes(settingsGroups), descriptionRoute(describe)],
      words,
    ),
  ];
  return { routes, includable: new Map(includable.map((each) => [each.type, each])), describe };
});

export function jobsOf(context: Context): readonly Job[] {
  const expiring = domains.flatMap((domain) => domain.expiring ?? []);
  return [
    ...domains.flatMap((domain) => domain.jobs?.(context) ?? []),
    purging(context, superseded),
    expiry(context, [...expiring, expiringFailures, expiringAnswers, expiringHeartbeats]),
  ];
}

/** Implementations of the ports. */
const ports: Ports<Context> = {
  ...instance.ports,
  ...accounts.ports,
  ...organizations.ports,
  ...policies.ports,
  ...modules.ports,
  ...webConsole.ports,
};

/** Parts of the domains with which a context is opened. */
export const wiring: Wiring = {
  ports,
  open: async (core, options) => {
    for (const domain of domains) await domain.open?.(core, options);
  },
};
