// Explains why the user may not let a blocked plan proceed, and names the teams that may.
import { useQuery } from '@tanstack/react-query';
import type { Evaluation } from '../../api/evaluations.ts';
import { type Team, teamsQuery } from '../../api/teams.ts';
import { helpersOf, membersOf } from '../../texts/evaluations.ts';

/**
 * Whether policies block the run. An evaluation that ended with an error has no results of policies, so policies do not
 * block it. An evaluation of a state has no run.
 */
const isBlocked = ({ attributes: { source, status, error } }: Evaluation): boolean =>
  source === 'plan' && error === null && (status === 'failed' || status === 'errored' || status === 'unreachable');

/**
 * Returns the names of the teams that can let the plan proceed. They can override the evaluation or, if it is not
 * overridable, create an exemption.
 */
const teamHelpers = (teams: readonly Team[], { attributes: { overridable } }: Evaluation): readonly string[] =>
  teams
    .filter(
      ({ attributes: { 'organization-access': may } }) =>
        may['manage-policy-overrides'] && (overridable || may['manage-policies']),
    )
    .map(({ attributes }) => attributes.name);

/** For each policy set of which the user is not an approver, says who can override the policies of the set. */
const approversTexts = ({ attributes }: Evaluation): readonly string[] =>
  (attributes['missing-approvals'] ?? []).map(
    ({ name, teams }) => `Only ${membersOf(teams)} can override the policies of the policy set ${name}.`,
  );

/**
 * Returns the explanation for users who cannot override the evaluation. Empty for other users, undefined while loading.
 */
export function useRefusal(organization: string, evaluation: Evaluation): string | undefined {
  const { permissions: may, overridable } = evaluation.attributes;
  const isRefused = isBlocked(evaluation) && may?.['can-override'] !== true;
  const approvers = approversTexts(evaluation);
  const needsHelp = isRefused && may?.['can-exempt'] !== true && approvers.length === 0;
  const { data, isPending } = useQuery({ ...teamsQuery(organization, { size: 100 }), enabled: needsHelp });
  if (!isRefused) return '';
  if (needsHelp && isPending) return undefined;
  const why = overridable
    ? []
    : [
        'This evaluation cannot be overridden: a policy that blocks it is hard-mandatory, or its policy set does not allow overrides.',
      ];
  return [
    ...why,
    ...approvers,
    ...(needsHelp
      ? [
          `${helpersOf(teamHelpers(data?.data ?? [], evaluation), overridable)} can ${overridable ? 'override this evaluation or grant exemptions from its policies' : 'grant exemptions from its policies'}.`,
        ]
      : []),
  ].join(' ');
}
