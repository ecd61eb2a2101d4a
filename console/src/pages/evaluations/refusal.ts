// Reasons why a person cannot let a blocked plan go on, and who can.
import { useQuery } from '@tanstack/react-query';
import type { Evaluation } from '../../api/evaluations.ts';
import { type Team, teamsQuery } from '../../api/teams.ts';

import { helpersOf } from '../../texts/evaluations.ts';

/** True if policies block the run; an evaluation with an error has no outcomes. */
const isBlocked = ({ attributes: { status, error } }: Evaluation): boolean =>
  error === null && (status === 'failed' || status === 'errored' || status === 'unreachable');

/** Teams whose members can let the plan pass: by an override, or only by an exemption that covers all levels. */
const teamHelpers = (teams: readonly Team[], { attributes: { overridable } }: Evaluation): readonly string[] =>
  teams
    .filter(
      ({ attributes: { 'organization-access': may } }) =>
        may['manage-policy-overrides'] && (overridable || may['manage-policies']),
    )
    .map(({ attributes }) => attributes.name);

/** Sentences for a person who cannot override an evaluation; empty for others, and undefined until they are known. */
export function useRefusal(organization: string, evaluation: Evaluation): string | undefined {
  const { permissions: may, overridable } = evaluation.attributes;
  const isRefused = isBlocked(evaluation) && may?.['can-override'] !== true;
  const needsHelp = isRefused && may?.['can-exempt'] !== true;
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
    ...(needsHelp
      ? [
          `${helpersOf(teamHelpers(data?.data ?? [], evaluation), overridable)} can ${overridable ? 'override this evaluation or grant exemptions from its policies' : 'grant exemptions from its policies'}.`,
        ]
      : []),
  ].join(' ');
}
