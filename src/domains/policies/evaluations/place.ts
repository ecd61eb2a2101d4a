// Determines the location of an evaluated run: its registered workspace, project and tags, and the client's unverified
// claims about them.
import type { Reader } from '../../../db/database.ts';
import type { Identity } from '../../../kernel/actor.ts';
import { type RunPlace, runPlaces } from '../../organizations/index.ts';
import { registeredMembers } from './run-document.ts';
import type { EvaluationRow } from './store.ts';

/** Location of a run, with notices about the client's claims. */
export interface EvaluationPlace {
  readonly place: RunPlace;
  readonly notices: readonly string[];
}

/**
 * Returns the location of an evaluation with its registered tags. If the evaluation has no registered workspace, the
 * client's tags are added unless the project has a tag with the same key.
 */
export async function placeOf(reader: Reader, evaluation: EvaluationRow): Promise<EvaluationPlace> {
  const { workspace_id: workspace, project_id: project, tags } = evaluation;
  const [known = { tags: [] }] = await runPlaces(reader, [{ workspace, project }]);
  const sent: RunPlace['tags'] = JSON.parse(tags);
  if (known.workspace !== undefined) {
    const notices = [
      ...uncountedNotices(evaluation, known.workspace.name),
      ...ignoredNotices(known.workspace.name, sent),
      ...runNotices(evaluation),
    ];
    return { place: known, notices };
  }
  const claimed = claimedTags(known, sent);
  return {
    place: { ...known, tags: [...known.tags, ...claimed] },
    notices: claimedNotices([...namesOf(claimed), ...membersClaimed(evaluation, known)]),
  };
}

/** Returns the client's tags that count for a run without a registered workspace. */
export function claimedTags({ tags }: RunPlace, sent: RunPlace['tags']): RunPlace['tags'] {
  const registered = new Set(tags.map(({ key }) => key));
  return sent.filter(({ key }) => !registered.has(key));
}

/**
 * Whether an evaluation counts for its workspace; undefined if the evaluation has no workspace or is limited to one
 * policy set.
 */
export const countsForWorkspace = ({
  scope,
  named_workspace_id,
  counts_for_workspace,
}: Pick<EvaluationRow, 'scope' | 'named_workspace_id' | 'counts_for_workspace'>): boolean | undefined =>
  scope === 'policy-set' || named_workspace_id === null ? undefined : counts_for_workspace === 1;

/**
 * Returns `workspace` or `project` if the record that determines the applicable policy sets was deleted. For an
 * evaluation with a workspace, this is the workspace, because its current project is used.
 */
export function deletedPlace(
  { named_workspace_id, named_project_id }: Pick<EvaluationRow, 'named_workspace_id' | 'named_project_id'>,
  { workspace, project }: RunPlace,
): 'workspace' | 'project' | undefined {
  if (named_workspace_id !== null) return workspace === undefined ? 'workspace' : undefined;
  return named_project_id !== null && project === undefined ? 'project' : undefined;
}

const namesOf = (tags: RunPlace['tags']): readonly string[] =>
  tags.length === 0
    ? []
    : [`the tags ${tags.map(({ key, value }) => (value === '' ? key : `${key}=${value}`)).join(', ')}`];

/**
 * Returns those properties of `input.run` that describe the location and were sent by the client. Empty for runs that a
 * run platform sent.
 */
function membersClaimed({ run, created_by }: EvaluationRow, { project }: RunPlace): readonly string[] {
  const creator: Identity = JSON.parse(created_by);
  if (creator.kind === 'system') return [];
  const sent: Readonly<Record<string, unknown>> = JSON.parse(run);
  const places = project === undefined ? ['workspace', 'project'] : ['workspace'];
  return places.filter((name) => Object.hasOwn(sent, name)).map((name) => `input.run.${name}`);
}

function uncountedNotices(evaluation: EvaluationRow, workspace: string): readonly string[] {
  if (evaluation.source === 'state' || countsForWorkspace(evaluation) !== false) return [];
  const creator: Identity = JSON.parse(evaluation.created_by);
  const who = creator.kind === 'user' ? creator.username : 'the team whose token created the evaluation';
  const remedy = `An owner of ${evaluation.organization_name} can give a team access to the workspace with the level plan, or the permission to see workspaces.`;
  return [
    `This evaluation does not count for the workspace ${workspace}, because ${who} was not permitted to send plans that count for it. ${remedy}`,
  ];
}

/**
 * Returns notices about properties of `input.run` that a client sent for a registered workspace. One notice lists the
 * ignored properties, the other the unverified ones.
 */
function runNotices({ run, created_by }: EvaluationRow): readonly string[] {
  const creator: Identity = JSON.parse(created_by);
  if (creator.kind === 'system') return [];
  const sent = Object.keys(JSON.parse(run));
  const paths = (names: readonly string[]) => names.map((name) => `input.run.${name}`).join(', ');
  const ignored = sent.filter((name) => registeredMembers.has(name));
  const claimed = sent.filter((name) => !registeredMembers.has(name) && !unmarkedMembers.has(name));
  return [
    ...(ignored.length === 0
      ? []
      : [
          `These values from the client were ignored: ${paths(ignored)}. Policies see the creator and creation time of this evaluation instead.`,
        ]),
    ...(claimed.length === 0 ? [] : [`These values come from the client and are not verified: ${paths(claimed)}.`]),
  ];
}

/**
 * Properties of `input.run` that need no notice. `runDocument` replaces the location with the registered one, and
 * `message` is only a text by the run's author.
 */
const unmarkedMembers: ReadonlySet<string> = new Set(['organization', 'workspace', 'project', 'message']);

const claimedNotices = (claims: readonly string[]): readonly string[] =>
  claims.length === 0
    ? []
    : [`No workspace was named, so these values from the client are not verified: ${claims.join('; ')}.`];

const ignoredNotices = (workspace: string, sent: RunPlace['tags']): readonly string[] =>
  sent.length === 0
    ? []
    : [
        `The client sent ${namesOf(sent).join('')}, which were ignored. Policies see the registered tags of the workspace ${workspace} instead.`,
      ];
