import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';

/** Texts of the command palette. */
export const t = catalogue({
  policy: (organization: string) => `Policy of ${organization}`,
  policySet: (organization: string) => `Policy set of ${organization}`,
  workspace: (organization: string) => `Workspace of ${organization}`,
  module: (organization: string) => `Module of ${organization}`,
  member: (organization: string) => `Member of ${organization}`,
  evaluation: (organization: string) => `Evaluation of ${organization}`,
  results: (count: number) => `${counted(count, 'result')}.`,
});
