// The data about an evaluation that is used by the cards of its findings and by the forms on these cards.
import type { Evaluation } from '../../api/evaluations.ts';

/** Workspace of the evaluated plan. */
interface Workspace {
  readonly id: string;
  readonly name: string;
}

/** The evaluation, its organization and workspace, and the user's permissions in the organization. */
export interface CardContext {
  readonly organization: string;
  /** Identifier of the evaluation. */
  readonly evaluation: string;
  readonly workspace: Workspace | undefined;
  /** Whether the user can see policies. */
  readonly isManager: boolean;
  /** Whether the user can create exemptions without a request. */
  readonly mayExempt: boolean;
  /** Policy sets whose approvers do not include the user. Exemptions of the user do not count there. */
  readonly missingApprovals: NonNullable<Evaluation['attributes']['missing-approvals']>;
}
