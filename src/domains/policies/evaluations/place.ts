// Place of the run that is evaluated: what is registered, and what its client only claims.
import type { Reader } from '../../../db/database.ts';
import type { Identity } from '../../../kernel/actor.ts';
import { type RunPlace, runPlace } from '../../organizations/index.ts';
import { registeredMembers } from './run-document.ts';
import type { EvaluationRow } from './store.ts';

/** The place, and notices about what the client says of it. */
export interface EvaluationPlace {
  readonly place: RunPlace;
  readonly notices: readonly string[];
}

/**
 * The place of an evaluation. Its tags are those that are registered; where the client names no workspace, also those that it
 * sends, except for keys that its project has.
 */
export async function placeOf(reader: Reader, evaluation: EvaluationRow): Promise<EvaluationPlace> {
  const { workspace_id: workspace, project_id: project, tags } = evaluation;
  const known = await runPlace(reader, { workspace, project });
  const sent: RunPlace['tags'] = JSON.parse(tags);
  if (known.workspace !== undefined) {
    const notices = [
      ...uncountedNotices(evaluation, known.workspace.name),
      ...ignoredNotices(known.workspace.name, sent),
      ...runNotices(evaluation),
    ];
    return { place: known, notices };
  }
  const registered = new Set(known.tags.map(({ key }) => key));
  const claimed = sent.filter(({ key }) => !registered.has(key));
  return {
    place: { ...known, tags: [...known.tags, ...claimed] },
    notices: claimedNotices([...namesOf(claimed), ...membersClaimed(evaluation, known)]),
  };
}

/** True if an evaluation counts for its workspace; undefined if it names none, or is about one policy set alone. */
export const countsForWorkspace = ({
  scope,
  named_workspace_id,
  counts_for_workspace,
}: Pick<EvaluationRow, 'scope' | 'named_workspace_id' | 'counts_for_workspace'>): boolean | undefined =>
  scope === 'policy-set' || named_workspace_id === null ? undefined : counts_for_workspace === 1;

/** Deleted workspace or project that decides which sets apply; a workspace brings the project that it is in now. */
export function deletedPlace(
  { named_workspace_id, named_project_id }: EvaluationRow,
  { workspace, project }: RunPlace,
): 'workspace' | 'project' | undefined {
  if (named_workspace_id !== null) return workspace === undefined ? 'workspace' : undefined;
  return named_project_id !== null && project === undefined ? 'project' : undefined;
}

const namesOf = (tags: RunPlace['tags']): readonly string[] =>
  tags.length === 0
    ? []
    : [`the tags ${tags.map(({ key, value }) => (value === '' ? key : `${key}=${value}`)).join(', ')}`];

/** The members of `input.run` that name a place and are the client's; what a run platform sends is its own. */
function membersClaimed({ run, created_by }: EvaluationRow, { project }: RunPlace): readonly string[] {
  const creator: Identity = JSON.parse(created_by);
  if (creator.kind === 'system') return [];
  const sent: Readonly<Record<string, unknown>> = JSON.parse(run);
  const places = project === undefined ? ['workspace', 'project'] : ['workspace'];
  return places.filter((name) => Object.hasOwn(sent, name)).map((name) => `input.run.${name}`);
}

function uncountedNotices(evaluation: EvaluationRow, workspace: string): readonly string[] {
  if (countsForWorkspace(evaluation) !== false) return [];
  const creator: Identity = JSON.parse(evaluation.created_by);
  const who = creator.kind === 'user' ? creator.username : 'the team whose token created it';
  const remedy = `An owner of ${evaluation.organization_name} can give a team the permission to see workspaces.`;
  return [
    `This evaluation does not count for the workspace ${workspace}, since ${who} was not permitted to see or manage workspaces or to manage policies. ${remedy}`,
  ];
}

/** What a client says of the run of a registered workspace: some of it does not count, and some is all that is known. */
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
          `The client sent ${paths(ignored)}, which does not count: policies see the creator and the time of this evaluation.`,
        ]),
    ...(claimed.length === 0 ? [] : [`These were only claimed by the client: ${paths(claimed)}.`]),
  ];
}

/** Members of `input.run` about the place of the run, for which `runDocument` has what is registered, and the words of its author. */
const unmarkedMembers: ReadonlySet<string> = new Set(['organization', 'workspace', 'project', 'message']);

const claimedNotices = (claims: readonly string[]): readonly string[] =>
  claims.length === 0
    ? []
    : [`No workspace was named, so these were only claimed by the client: ${claims.join('; ')}.`];

const ignoredNotices = (workspace: string, sent: RunPlace['tags']): readonly string[] =>
  sent.length === 0
    ? []
    : [
        `The client sent ${namesOf(sent).join('')}, which do not count: the workspace ${workspace} has the tags that are registered.`,
      ];
