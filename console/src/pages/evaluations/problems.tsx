// Shows problems: the text once, and the resources that have it. Evaluations, trials and the first steps use it.
import { Box, Group, Stack, Text, Title, type TitleOrder } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Change } from '../../api/findings.ts';
import { counted } from '../../texts/counted.ts';
import { ChangedResource } from './change.tsx';
import classes from './findings.module.css';
import { Fold } from './fold.tsx';
import type { FindingFacts, Problem } from './groups.ts';
import { SeverityTag } from './status.tsx';

interface FindingRowProps {
  readonly finding: FindingFacts;
  /** Planned changes to the resource of the finding. */
  readonly changes?: readonly Change[];
  /** Texts about this finding. */
  readonly children?: ReactNode;
  /** Buttons and links of the finding. */
  readonly actions: ReactNode;
}

/** A resource with a problem. The row gets the focus if the URL names its finding. */
export function FindingRow({ finding: { id, attributes }, changes = [], children, actions }: FindingRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const isLinked = useLocation({ select: ({ hash }) => hash === id });
  useEffect(() => {
    if (isLinked) row.current?.focus();
  }, [isLinked]);
  return (
    <Box component="li" ref={row} id={id} tabIndex={-1} className={classes.row} data-finding data-linked={isLinked}>
      <div className={classes.facts}>
        <ChangedResource address={attributes.address} changes={changes} named={attributes.attribute} />
        {children}
      </div>
      <Group gap={0} className={classes.actions}>
        {actions}
      </Group>
    </Box>
  );
}

/** Number of resources with a problem that are shown initially. */
const maxResources = 3;

interface ProblemListProps<Found extends FindingFacts> {
  readonly problems: readonly Problem<Found>[];
  readonly headingOrder: TitleOrder;
  /** Renders the `FindingRow` of a finding. */
  readonly row: (finding: Found) => ReactNode;
}

const Rows = ({ children }: { readonly children: ReactNode }) => (
  <Stack component="ul" gap={2} className={classes.rows}>
    {children}
  </Stack>
);

/** Text of a problem, with the number of its resources if there are several. */
function headingOf<Found extends FindingFacts>({ text, findings }: Problem<Found>): string {
  const { size } = new Set(findings.flatMap(({ attributes }) => attributes.address ?? []));
  if (size < 2) return text;
  return text === '' ? counted(size, 'resource') : `${counted(size, 'resource')}: ${text}`;
}

export const ProblemList = <Found extends FindingFacts>({ problems, headingOrder, row }: ProblemListProps<Found>) =>
  problems.map((problem) => {
    const { first, findings } = problem;
    const { severity, fix } = first.attributes;
    const rest = findings.slice(maxResources);
    return (
      <Stack key={first.id} gap={4}>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Title order={headingOrder} size="h6" className={classes.text}>
            {headingOf(problem)}
          </Title>
          {severity !== null && <SeverityTag severity={severity} />}
        </Group>
        {fix !== null && <Text size="sm" className={classes.text}>{`How to fix: ${fix}`}</Text>}
        <Rows>{findings.slice(0, maxResources).map(row)}</Rows>
        {rest.length > 0 && (
          <Fold summary={counted(rest.length, 'more resource')} findings={rest}>
            <Rows>{rest.map(row)}</Rows>
          </Fold>
        )}
      </Stack>
    );
  });
