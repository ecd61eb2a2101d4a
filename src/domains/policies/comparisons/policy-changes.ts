// Compares the code, settings and exemptions of a policy in two evaluations. All functions are pure.
import type { SetDigests } from '../evaluations/digests.ts';
import type { Verdict } from '../findings/stored-outcome.ts';

export const changeKinds = [
  'new',
  'revision',
  'set-version',
  'enforcement-level',
  'introduction',
  'query',
  'input',
  'parameters',
  'exemption-ended',
] as const;

/**
 * A difference between the two evaluations of a policy. `from` and `to` are null if they are secret or do not exist.
 */
export interface PolicyChange {
  readonly kind: (typeof changeKinds)[number];
  readonly from: string | null;
  readonly to: string | null;
}

/** Outcome of a policy, and the digests of its policy set; undefined if they are unknown. */
export interface ComparedOutcome {
  readonly outcome: Verdict;
  readonly digests: SetDigests | undefined;
}

/**
 * Returns what changed for a policy between two evaluations. If `former` is undefined, the policy did not apply to the
 * earlier plan, so the policy is new.
 */
export function changesOf(now: ComparedOutcome, former: ComparedOutcome | undefined): readonly PolicyChange[] {
  if (former === undefined) return [change('new')];
  return [...codeChanges(now, former), ...settingChanges(now, former), ...endedExemptions(now, former)];
}

const change = (
  kind: PolicyChange['kind'],
  from: string | number | null = null,
  to: string | number | null = null,
): PolicyChange => ({ kind, from: from === null ? null : String(from), to: to === null ? null : String(to) });

/**
 * A policy in a policy set version has no revisions, so its code is compared. A new version with the same code is not a
 * change.
 */
function codeChanges(now: ComparedOutcome, former: ComparedOutcome): readonly PolicyChange[] {
  const [from, to] = [former.outcome.policy_revision, now.outcome.policy_revision];
  if (to !== null) return from === to ? [] : [change('revision', from, to)];
  if (digestsOf(now)?.code === digestsOf(former)?.code) return [];
  return [change('set-version', former.digests?.version ?? null, now.digests?.version ?? null)];
}

function settingChanges(now: ComparedOutcome, former: ComparedOutcome): readonly PolicyChange[] {
  const [one, other] = [former.outcome, now.outcome];
  const [before, after] = [digestsOf(former), digestsOf(now)];
  const isKnown = before !== undefined && after !== undefined;
  return [
    ...(one.enforcement_level === other.enforcement_level
      ? []
      : [change('enforcement-level', one.enforcement_level, other.enforcement_level)]),
    ...(one.introduction === other.introduction ? [] : [change('introduction', one.introduction, other.introduction)]),
    ...(one.query === other.query ? [] : [change('query')]),
    ...(isKnown && before.form !== after.form ? [change('input')] : []),
    ...(isKnown && before.parameters !== after.parameters ? [change('parameters')] : []),
  ];
}

function endedExemptions(now: ComparedOutcome, former: ComparedOutcome): readonly PolicyChange[] {
  const current = new Set(now.outcome.exemptions.map(({ id }) => id));
  return former.outcome.exemptions
    .filter(({ id }) => !current.has(id))
    .map(({ id, expires_at }) => change('exemption-ended', id, expires_at));
}

const digestsOf = ({ outcome, digests }: ComparedOutcome) => digests?.policies[outcome.policy_id];
