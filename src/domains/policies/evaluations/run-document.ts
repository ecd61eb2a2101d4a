// The document `input.run` that policies see beside the plan.
import type { RunPlace } from '../../organizations/index.ts';
import type { EvaluationRow } from './store.ts';

/** Members of `input.run` that a client cannot choose for a registered workspace: they are those of the evaluation. */
export const registeredMembers: ReadonlySet<string> = new Set(['created_at', 'created_by']);

/**
 * The run as the client described it, with what is known here: names and tags of the place are those that are registered.
 * Creator and time are those of the evaluation. Without a registered workspace, and by a run platform, others can be given.
 */
export function runDocument(evaluation: EvaluationRow, place: RunPlace): object {
  const sent: Record<string, unknown> = JSON.parse(evaluation.run);
  const creator: Record<string, unknown> = JSON.parse(evaluation.created_by);
  const tags = Object.fromEntries(place.tags.map(({ key, value }) => [key, value]));
  const registered = {
    created_at: evaluation.created_at,
    created_by: { id: creator.id ?? null, username: creator.username ?? null },
  };
  const isOnlyClaimed = place.workspace === undefined || creator.kind === 'system';
  return {
    is_destroy: false,
    ...(isOnlyClaimed ? { ...registered, ...sent } : { ...sent, ...registered }),
    organization: { name: evaluation.organization_name },
    workspace: {
      ...objectIn(sent.workspace),
      ...place.workspace,
      tags: place.tags.map(({ key }) => key),
      tag_bindings: tags,
    },
    project: { ...objectIn(sent.project), ...place.project },
  };
}

const objectIn = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
