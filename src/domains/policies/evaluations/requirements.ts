// Requirements that an organization sets for its evaluations.
import type { Reader } from '../../../db/database.ts';
import type { RowsOf } from '../../../db/query.ts';
import { attributeProblem, type Problem } from '../../../jsonapi/errors.ts';
import { requirements } from './store.ts';

type Requirements = RowsOf<typeof requirements>;

const none: Requirements = {
  requires_policies: 0,
  requires_complete_plans: 0,
  requires_workspace: 0,
  unknown_values: 'notice',
};

/** Returns the requirements of an organization; none if the organization was deleted. */
export const requirementsOf = async (
  reader: Reader,
  { organization_id: organization }: { readonly organization_id: string },
): Promise<Requirements> => (await reader.first(requirements, { organization })) ?? none;

/**
 * Returns the reason why an evaluation without any verdict gets the status `errored`; undefined if the evaluation may
 * pass.
 */
export const emptyProblem = ({ requires_policies }: Requirements): string | undefined =>
  requires_policies === 1
    ? 'No policy was evaluated, but the organization requires at least one (evaluated-policies-required).'
    : undefined;

/** Returns a problem if the organization requires a workspace but the evaluation has none. */
export async function workspaceProblems(
  reader: Reader,
  organization_id: string,
  workspace: string | null,
): Promise<readonly Problem[]> {
  if (workspace !== null || (await requirementsOf(reader, { organization_id })).requires_workspace === 0) return [];
  const detail = "Workspace can't be blank: the organization requires one (evaluation-workspace-required)";
  return [{ ...attributeProblem('workspace', 'required', detail), pointer: '/data/relationships/workspace' }];
}
