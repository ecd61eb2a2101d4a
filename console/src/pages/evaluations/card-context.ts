// What the cards of findings and their forms know about the evaluation.
import type { Workspace } from './exempt-form.tsx';

/** Evaluation of the findings with its organization, and the user's permissions in it. */
export interface CardContext {
  readonly organization: string;
  /** Identifier of the evaluation. */
  readonly evaluation: string;
  readonly workspace: Workspace | undefined;
  /** Whether the user can see policies. */
  readonly isManager: boolean;
  /** Whether the user can create exemptions without a request. */
  readonly mayExempt: boolean;
}
