// Some three hundred evaluations in 88 days: at first many plans fail, later few.
import { documentOf, type Resource, related } from './client.ts';
import type { Instance } from './instance.ts';
import { type OrganizationName, organizationNames, owners, type People } from './people.ts';
import { type Fault, planOf } from './plans.ts';
import { type Ids, type Workspace, workspaces } from './policies.ts';

/** Evaluations are kept for 90 days, and the demo runs for a while. */
const first = 88;
const rounds = 42;

/** Content of a plan file after `terraform show -json` has failed. */
const noPlan = 'Error: Failed to read the given file as a state or plan file';

/** A plan to evaluate: when, where, and its faults; undefined for a file that is no plan. */
interface Attempt {
  readonly daysAgo: number;
  readonly organization: OrganizationName;
  readonly workspace: Workspace;
  readonly faults: readonly Fault[] | undefined;
  /** Reason of the owner for letting it pass where it fails; undefined where that is fixed instead. */
  readonly override: string | undefined;
}

/** Numbers from 0 to 1 that look random, the same ones in each demo. */
function newNumbers(): () => number {
  let state = 7;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** The share of plans with a fault at the beginning, and at the end. */
const shares = {
  public: [0.3, 0.04],
  unencrypted: [0.25, 0.05],
  ssh: [0.2, 0.05],
  ownerless: [0.6, 0.15],
  large: [0.3, 0.1],
  region: [0.15, 0.1],
} as const satisfies Record<Fault, readonly [number, number]>;

const faultNames = Object.keys(shares).filter((name): name is Fault => name in shares);

const reasons = [
  'Incident: the site is down, and this brings it back. The bucket is private again tomorrow.',
  'Agreed with security until the migration is over.',
];

const places = organizationNames.flatMap((organization) =>
  workspaces[organization].map((workspace) => ({ organization, workspace })),
);

/** Everything that is evaluated before the last one. */
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

/** The last one fails, and waits for somebody. */
export const lastAttempt: Attempt = {
  daysAgo: 0.01,
  organization: 'platform',
  workspace: { name: 'web-prod', project: 'apps', tags: { stage: 'production', team: 'web' } },
  faults: ['public', 'ownerless'],
  override: undefined,
};

/** Has a plan evaluated as a pipeline does, and overridden where its owner wants that. */
export async function evaluate(instance: Instance, people: People, ids: Ids, attempt: Attempt): Promise<Resource> {
  const { daysAgo, organization, workspace, faults, override } = attempt;
  const [pipeline, owner] = [people.pipelinesOf(organization), people.as(owners[organization])];
  const place = { workspace: related('workspaces', ids.get(`${organization}/${workspace.name}`) ?? '') };
  const document = documentOf('policy-evaluations', {}, place);
  const { id, links } = await pipeline.post(`/organizations/${organization}/evaluations`, document);
  await pipeline.put(`/${links?.upload}`, faults === undefined ? noPlan : planOf(workspace, faults));
  await instance.runJobs('policy-evaluation');
  const evaluation = await owner.get(`/policy-evaluations/${id}`);
  if (override === undefined || evaluation.attributes.overridable !== true) return evaluation;
  instance.moveTo(daysAgo - 0.02);
  const decision = documentOf('policy-evaluations', { comment: override });
  return owner.post(`/policy-evaluations/${id}/actions/override`, decision);
}
