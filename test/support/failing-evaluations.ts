// Descriptions of failing evaluations: the records in the service and the requests that the client sends. They are
// plain data, so tests can vary them with functions.
import { archiveOf } from './archive.ts';
import { documentOf } from './documents.ts';
import { evaluated, inWorkspace, newOpaPolicy, opaSet } from './evaluations.ts';
import { sendSetVersion } from './policy-versions.ts';
import { newWorkspace } from './workspaces.ts';
import type { World } from './world.ts';

type Tags = Readonly<Record<string, string>>;

/** Policies, a plan that violates them, and all settings that decide whether the policies apply to the plan. */
export interface Failing {
  readonly name: string;
  /** Files of a policy set version by path, or the code of a single policy as `policy.rego`. */
  readonly files: Readonly<Record<string, string | Buffer>>;
  readonly isVersion: boolean;
  /** Rego query of a single policy. */
  readonly query: string;
  readonly level: string;
  readonly shadow: boolean;
  readonly set: object;
  /** Tag selectors of the policy set, which include or exclude workspaces. */
  readonly selectors: readonly {
    readonly 'tag-key': string;
    readonly 'tag-value': string;
    readonly 'is-exclude': boolean;
  }[];
  readonly workspaceTags: Tags;
  readonly namesWorkspace: boolean;
  readonly claimedTags: Tags;
  readonly plan: string | Buffer;
}

/** Result that the client gets: the evaluation's result, or the earlier request that was refused. */
export interface Learned {
  readonly status: string;
  /** All texts in the result that can explain why the plan passed. */
  readonly reasons: readonly string[];
}

/** Creates all records in a new organization and evaluates the plan. */
export async function learn(world: World, failing: Failing): Promise<Learned> {
  const home = await world.home();
  const refused = (step: string, { status, bytes }: { status: number; bytes: Buffer }): Learned => ({
    status: 'refused',
    reasons: [`${step}: ${status} ${bytes}`],
  });
  const attributes = { versioned: failing.isVersion, ...failing.set };
  const policies: string[] = [];
  if (!failing.isVersion) {
    const { query: rule, level, shadow } = failing;
    const id = await newOpaPolicy(home, 'policy', { source: '', rule, level, shadow });
    policies.push(id);
    const sent = await home.client.put(`/policies/${id}/upload`, failing.files['policy.rego'] ?? '');
    if (sent.status !== 200) return refused('upload', sent);
  }
  const set = await opaSet(home, 'set', policies, attributes);
  if (failing.isVersion) {
    const { sent } = await sendSetVersion(world, home, set, archiveOf(failing.files));
    if (sent.status !== 200) return refused('version', sent);
  }
  if (failing.selectors.length > 0) {
    await home.client.post(`/policy-sets/${set}/tag-selectors`, { data: failing.selectors });
  }
  const workspace = await newWorkspace(home, 'prod', { tags: failing.workspaceTags });
  const tags = Object.entries(failing.claimedTags).map(([key, value]) => ({ key, value }));
  const relationships = failing.namesWorkspace ? inWorkspace(workspace) : {};
  const document = documentOf('policy-evaluations', tags.length > 0 ? { tags } : {}, relationships);
  const path = `/organizations/${home.name}/evaluations`;
  const { attributes: shown, outcomes } = await evaluated({ world, by: home, path, document }, failing.plan);
  return { status: shown.status, reasons: reasonsIn(shown, outcomes) };
}

interface ShownEvaluation {
  readonly 'nothing-evaluated': boolean;
  readonly error: string | null;
  readonly notices: readonly string[];
  readonly 'result-count': Readonly<Record<string, number | null>>;
}

interface ShownOutcomes {
  readonly attributes: { readonly outcomes: readonly { readonly problems: readonly string[] }[] };
}

const reasonsIn = (shown: ShownEvaluation, outcomes: readonly ShownOutcomes[]): readonly string[] => [
  ...(shown['nothing-evaluated'] ? ['nothing-evaluated'] : []),
  ...(shown.error === null ? [] : [shown.error]),
  ...shown.notices,
  ...Object.entries(shown['result-count']).flatMap(([name, count]) =>
    name === 'passed' || count === 0 || count === null ? [] : [`${name}: ${count}`],
  ),
  ...outcomes.flatMap(({ attributes }) => attributes.outcomes.flatMap(({ problems }) => problems)),
];
