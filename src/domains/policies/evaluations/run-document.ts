// The document `input.run` that policies see beside the plan.
import type { RunPlace } from '../../organizations/index.ts';
import type { EvaluationRow } from './store.ts';

/**
 * The run as the client described it, with what is known here: names and tags of the place are those that are registered,
 * and the creator of the evaluation is the creator of the run, unless the client names another.
 */
export function runDocument(evaluation: EvaluationRow, place: RunPlace): object {
  const sent: Record<string, unknown> = JSON.parse(evaluation.run);
  const creator: Record<string, unknown> = JSON.parse(evaluation.created_by);
  const tags = Object.fromEntries(place.tags.map(({ key, value }) => [key, value]));
  return {
    created_at: evaluation.created_at,
    created_by: { id: creator.id ?? null, username: creator.username ?? null },
    is_destroy: false,
    ...sent,
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
