// Text for an empty list of evaluations. Only users who can see all evaluations are told that there are none.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { canReadEvaluations, organizationQuery } from '../../api/organizations.ts';
import { EmptyList, type EmptyListProps } from '../../components/empty-list.tsx';
import { partialEvaluationsText } from '../../components/remedy.ts';

interface NoEvaluationsProps extends EmptyListProps {
  readonly organization: string;
  /** Text for users who can see only a part of the organization's evaluations. */
  readonly partialText: string;
}

export function NoEvaluations({ organization, text, partialText, ...rest }: NoEvaluationsProps) {
  const { data } = useQuery(organizationQuery(organization));
  const seesAll = data !== undefined && canReadEvaluations(data.data);
  return (
    <>
      <EmptyList text={seesAll ? text : partialText} {...rest} />
      {!seesAll && <Text c="dimmed">{partialEvaluationsText(organization)}</Text>}
    </>
  );
}
