// Builds the document `input.run`, which policies can read in addition to the plan.
import type { RunPlace } from '../../organizations/index.ts';
import type { EvaluationRow } from './store.ts';

/**
 * Properties of `input.run` that a client cannot set for a registered workspace. Their values come from the evaluation
 * instead.
 */
export const registeredMembers: ReadonlySet<string> = new Set(['created_at', 'created_by']);

/**
 * Builds `input.run` from the client's description of the run. The names and tags of the registered workspace and
 * project replace the client's values. So do the creator and creation time of the evaluation, unless a run platform
 * sent the run or the run has no registered workspace.
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
