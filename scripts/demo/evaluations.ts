// Simulates about three hundred evaluations over 88 days. The share of failing plans decreases over time.
import { createHash } from 'node:crypto';
import { documentOf, type Resource, related } from './client.ts';
import type { Instance } from './instance.ts';
import { type OrganizationName, organizationNames, owners, type People } from './people.ts';
import { type Fault, planOf } from './plans.ts';
import { type Ids, type Workspace, workspaces } from './policies.ts';

/**
 * Number of days before today on which the first evaluation takes place. Evaluations are kept for 90 days, so two days
 * remain in which the demo can run.
 */
const first = 88;
const rounds = 42;

/** Content of the plan file after `terraform show -json` has failed. */
const noPlan = 'Error: Failed to read the given file as a state or plan file';

/** Plan to evaluate. `faults` is undefined if the file contains no plan. */
interface Attempt {
  readonly daysAgo: number;
  readonly organization: OrganizationName;
  readonly workspace: Workspace;
  readonly faults: readonly Fault[] | undefined;
  /** Reason for overriding a failed evaluation. Undefined if the plan is corrected instead. */
  readonly override: string | undefined;
}

/** Returns a generator of pseudo-random numbers from 0 to 1. Its seed is fixed, so that every demo is the same. */
function newNumbers(): () => number {
  let state = 7;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Share of the plans that have each fault, at the beginning and at the end of the period. */
const shares = {
  public: [0.3, 0.04],
  unencrypted: [0.25, 0.05],
  ssh: [0.2, 0.05],
  ownerless: [0.6, 0.15],
  large: [0.3, 0.1],
  region: [0.15, 0.1],
} as const satisfies Record<Fault, readonly [number, number]>;

const faultNames = Object.keys(shares).filter((name): name is Fault => name in shares);

/** Commit messages for plans with each fault. */
const messages = {
  public: 'Serve the site from the bucket',
  unencrypted: 'Add a data volume',
  ssh: 'Allow SSH during the migration',
  ownerless: 'Add resources for the new service',
  large: 'Use larger instances for the release',
  region: 'Move to us-east-1',
} as const satisfies Record<Fault, string>;

const otherMessages = ['Update the AWS provider', 'Rename the security group', 'Reduce the size of the volume'];

/** Returns the description of the run in a pipeline, with the message and the hash of the commit. */
function runOf({ daysAgo, workspace, faults = [] }: Attempt) {
  const hash = createHash('sha1').update(`${workspace.name} ${daysAgo}`).digest();
  const [fault] = faults;
  const message = fault === undefined ? otherMessages[hash.readUInt8() % otherMessages.length] : messages[fault];
  return { message, commit_sha: hash.toString('hex') };
}

const reasons = [
  'Incident: the site is down, and this change restores it. The bucket will be private again tomorrow.',
  'Approved by the security team until the migration is complete.',
];

const places = organizationNames.flatMap((organization) =>
  workspaces[organization].map((workspace) => ({ organization, workspace })),
);

/** Returns all plans to evaluate except `lastAttempt`. */
export function attempts(): readonly Attempt[] {
  const next = newNumbers();
  return Array.from({ length: rounds }, (_, round) => round / rounds).flatMap((progress) =>
    places.map((place) => {
      const faults = faultNames.filter((fault) => {
        const [from, to] = shares[fault];
        return next() < from + (to - from) * progress;
      });
      return {
        ...place,
        daysAgo: first - (progress + next() / rounds) * (first - 0.1),
        faults: next() < 0.03 ? undefined : faults,
        override: next() < 0.3 ? reasons[Math.floor(next() * reasons.length)] : undefined,
      };
    }),
  );
}

/** Last plan of the demo. The plan fails, and nobody has decided yet whether to override the result. */
export const lastAttempt: Attempt = {
  daysAgo: 0.01,
  organization: 'platform',
  workspace: { name: 'web-prod', project: 'apps', tags: { stage: 'production', team: 'web' } },
  faults: ['public', 'ownerless'],
  override: undefined,
};

/** Evaluates a plan like a pipeline. Overrides the result if the attempt has a reason for an override. */
export async function evaluate(instance: Instance, people: People, ids: Ids, attempt: Attempt): Promise<Resource> {
  const { daysAgo, organization, workspace, faults, override } = attempt;
  const [pipeline, owner] = [people.pipelinesOf(organization), people.as(owners[organization])];
  const place = { workspace: related('workspaces', ids.get(`${organization}/${workspace.name}`) ?? '') };
  const document = documentOf('policy-evaluations', { run: runOf(attempt) }, place);
  const { id, links } = await pipeline.post(`/organizations/${organization}/evaluations`, document);
  await pipeline.put(`/${links?.upload}`, faults === undefined ? noPlan : planOf(workspace, faults));
  await instance.runJobs('policy-evaluation');
  const evaluation = await owner.get(`/policy-evaluations/${id}`);
  if (override === undefined || evaluation.attributes.overridable !== true) return evaluation;
  instance.moveTo(daysAgo - 0.02);
  const decision = documentOf('policy-evaluations', { comment: override });
  return owner.post(`/policy-evaluations/${id}/actions/override`, decision);
}
