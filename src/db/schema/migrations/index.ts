import type { Engine } from '../../engine.ts';
import { absentGroups } from './absent-groups.ts';
import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { claimedInvitations } from './claimed-invitations.ts';
import { confirmedIdentities } from './confirmed-identities.ts';
import { dataDocuments } from './data-documents.ts';
import { evaluationChanges } from './evaluation-changes.ts';
import { evaluationConditions } from './evaluation-conditions.ts';
import { evaluationCounts } from './evaluation-counts.ts';
import { evaluationProgress } from './evaluation-progress.ts';
import { evaluationTraces } from './evaluation-traces.ts';
import { evaluationsOfCreators } from './evaluations-of-creators.ts';
import { evaluationsOfWorkspaces } from './evaluations-of-workspaces.ts';
import { evaluationsThatCount } from './evaluations-that-count.ts';
import { filteredLists } from './filtered-lists.ts';
import { inputForms } from './input-forms.ts';
import { instance } from './instance.ts';
import { digestOf, type Migration, versionOf } from './migration.ts';
import { modules } from './modules.ts';
import { noCodeModules } from './no-code-modules.ts';
import { oidcProviders } from './oidc-providers.ts';
import { oidcProvidersInOrder } from './oidc-providers-in-order.ts';
import { organizations } from './organizations.ts';
import { outcomeBytes } from './outcome-bytes.ts';
import { outcomeDaysOfPolicies } from './outcome-days-of-policies.ts';
import { ownerProof } from './owner-proof.ts';
import { ownersTeams } from './owners-teams.ts';
import { policies } from './policies.ts';
import { providerGroups } from './provider-groups.ts';
import { providerTeams } from './provider-teams.ts';
import { revisionMessages } from './revision-messages.ts';
import { ruleLines } from './rule-lines.ts';
import { runtime } from './runtime.ts';
import { samlQualifiers } from './saml-qualifiers.ts';
import { sharesOfAccounts } from './shares-of-accounts.ts';
import { signInRequests } from './sign-in-requests.ts';
import { tagKinds } from './tag-kinds.ts';
import { teamsInOrder } from './teams-in-order.ts';
import { wordIndexes } from './word-indexes.ts';

/** Every step of the schema, in the order in which it is applied: one a domain, and then one a change. */
export const migrations: readonly Migration[] = [
  runtime,
  audit,
  instance,
  accounts,
  organizations,
  policies,
  modules,
  teamsInOrder,
  ownersTeams,
  outcomeBytes,
  wordIndexes,
  tagKinds,
  dataDocuments,
  inputForms,
  evaluationConditions,
  absentGroups,
  samlQualifiers,
  confirmedIdentities,
  evaluationProgress,
  evaluationChanges,
  evaluationsOfWorkspaces,
  evaluationsOfCreators,
  revisionMessages,
  evaluationCounts,
  ruleLines,
  outcomeDaysOfPolicies,
  signInRequests,
  oidcProviders,
  oidcProvidersInOrder,
  evaluationTraces,
  providerTeams,
  ownerProof,
  sharesOfAccounts,
  evaluationsThatCount,
  filteredLists,
  claimedInvitations,
  providerGroups,
  noCodeModules,
];

/** The first of the steps that made databases before the first release. They have been replaced, and none leads here. */
const firstUnreleasedStep = '0001-foundation';

/** Comparison of the schema of a database with the one that this program needs. */
export interface SchemaState {
  /** The steps that are still to be applied, or to be finished. */
  readonly pending: readonly string[];
  /** Steps that this program does not know: a newer one applied them. */
  readonly unknown: readonly string[];
  /** The version of the schema, and of the oldest program that may serve it. */
  readonly version: number;
  readonly oldest: number;
  /** True if this program is too old for the database. */
  readonly isTooNew: boolean;
  /** True if the database was made before the first release, and cannot be brought up to date. */
  readonly isUnreleased: boolean;
  /** Steps that were applied with other statements than this program has: a step never changes. */
  readonly changed: readonly string[];
}

/** The version of the schema that these steps lead to. */
export const schemaVersion = (steps: readonly Migration[] = migrations): number => Math.max(...steps.map(versionOf));

/** The steps among these names that this program does not know: a newer one has them. */
export const unknownSteps = (names: readonly string[], steps: readonly Migration[] = migrations): readonly string[] =>
  names.filter((name) => steps.every((step) => step.name !== name));

/** Progress of a step that has not been finished. */
export interface Position {
  /** Number of its parts that are done. */
  readonly parts: number;
  /** The key up to which the next part, a backfill, is done. */
  readonly after?: string | number | undefined;
}

/** A step that has been applied to a database; one of an early version lacks the columns that came later. */
export interface AppliedStep {
  readonly name: string;
  readonly digest: string | undefined;
  readonly version: number | undefined;
  readonly oldest: number | undefined;
  /** Undefined once it is done. */
  readonly position: Position | undefined;
}

/** Every column: a database from before the first release has fewer. */
export const readApplied = 'select * from migrations';

const numberOf = (value: unknown): number | undefined => (value == null ? undefined : Number(value));

export const appliedStep = (row: Readonly<Record<string, unknown>>): AppliedStep => ({
  name: String(row.name),
  digest: typeof row.digest === 'string' ? row.digest : undefined,
  version: numberOf(row.version),
  oldest: numberOf(row.oldest),
  position: typeof row.position === 'string' ? JSON.parse(row.position) : undefined,
});

const notUsable = {
  pending: [],
  unknown: [],
  version: 0,
  oldest: 0,
  isTooNew: false,
  isUnreleased: false,
  changed: [],
};

/**
 * Compares the steps that have been applied to a database with those that this program knows. A database whose step had
 * other statements cannot be brought up to date.
 */
export const schemaState = (
  applied: readonly AppliedStep[],
  engine: Engine,
  steps: readonly Migration[] = migrations,
): SchemaState => {
  const names = applied.map(({ name }) => name);
  const own = new Map(steps.map((step) => [step.name, digestOf(step, engine)]));
  const known = applied.filter(({ name }) => own.has(name));
  if (names.includes(firstUnreleasedStep) || known.some(({ version }) => version === undefined)) {
    return { ...notUsable, isUnreleased: true };
  }
  const changed = known.filter(({ name, digest }) => own.get(name) !== digest).map(({ name }) => name);
  if (changed.length > 0) return { ...notUsable, changed };
  const done = applied.filter(({ position }) => position === undefined).map(({ name }) => name);
  const unknown = unknownSteps(names, steps).toSorted();
  const pending = [...own.keys()].filter((name) => !done.includes(name));
  // A step that does not say which programs it still serves, serves none.
  const oldest = Math.max(0, ...applied.map((step) => step.oldest ?? Number.POSITIVE_INFINITY));
  return {
    pending,
    unknown,
    version: Math.max(0, ...applied.map(({ version }) => version ?? 0)),
    oldest,
    // A database with a newer step that lacks one of this program's is of another line.
    isTooNew: oldest > schemaVersion(steps) || (unknown.length > 0 && pending.length > 0),
    isUnreleased: false,
    changed,
  };
};
