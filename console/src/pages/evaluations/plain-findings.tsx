import { Text } from '@mantine/core';
import { QueryState } from '../../components/query-state.tsx';
import { FoundProblems } from './found-problems.tsx';
import { useChanges, useFindings } from './use-findings.ts';

interface PlainFindingsProps {
  readonly organization: string;
  readonly evaluation: string;
}

/**
 * List of an evaluation's findings for pages other than the page of the evaluation. It has no filters, and users cannot
 * grant or request exemptions in it.
 */
export function PlainFindings({ organization, evaluation }: PlainFindingsProps) {
  const { findings, error, refetch } = useFindings(evaluation, {});
  const changes = useChanges(evaluation, findings ?? []);
  if (findings === undefined || changes === undefined)
    return <QueryState data={undefined} error={error} refetch={refetch} />;
  if (findings.length === 0) return <Text size="sm">No policy found a problem in this plan.</Text>;
  const context = { organization, evaluation, workspace: undefined, isManager: true, mayExempt: false };
  return (
    <FoundProblems
      findings={findings}
      changes={changes}
      headingOrder={3}
      context={{ ...context, missingApprovals: [] }}
    />
  );
}
