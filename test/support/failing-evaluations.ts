// Evaluations that fail, as data: what is on the service, and what a client sends. Changes are functions over them.
import { archiveOf } from './archive.ts';
import { documentOf } from './documents.ts';
import { evaluated, inWorkspace, newOpaPolicy, opaSet } from './evaluations.ts';
import { sendSetVersion } from './policy-versions.ts';
import { newWorkspace } from './workspaces.ts';
import type { World } from './world.ts';

type Tags = Readonly<Record<string, string>>;

/** Policies and a plan that breaks them, with all around them that may keep them apart. */
export interface Failing {
  readonly name: string;
  /** The files of a version by their paths; or the code of one policy as `policy.rego`. */
  readonly files: Readonly<Record<string, string | Buffer>>;
  readonly isVersion: boolean;
  /** The query of one policy that is no part of a version. */
  readonly query: string;
  readonly level: string;
  readonly shadow: boolean;
  readonly set: object;
  /** Tags that select and that exclude. */
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

/** Result for a client: of the evaluation, or of the step before it that was refused. */
export interface Learned {
  readonly status: string;
  /** Everything that says why it may have passed. */
  readonly reasons: readonly string[];
}

/** Makes everything in a new organization, and has the plan evaluated. */
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
  readonly 'result-count': Readonly<Record<string, number>>;
}

interface ShownOutcomes {
  readonly attributes: { readonly outcomes: readonly { readonly problems: readonly string[] }[] };
}

const reasonsIn = (shown: ShownEvaluation, outcomes: readonly ShownOutcomes[]): readonly string[] => [
  ...(shown['nothing-evaluated'] ? ['nothing-evaluated'] : []),
  ...(shown.error === null ? [] : [shown.error]),
  ...shown.notices,
  ...Object.entries(shown['result-count']).flatMap(([name, count]) =>
    name === 'passed' || count === 0 ? [] : [`${name}: ${count}`],
  ),
  ...outcomes.flatMap(({ attributes }) => attributes.outcomes.flatMap(({ problems }) => problems)),
];
