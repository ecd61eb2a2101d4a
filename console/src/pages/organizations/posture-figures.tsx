// The four figures of posture, and a word for each.
import { Alert, Card, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Posture, postureQuery } from '../../api/posture.ts';
import { Failure } from '../../components/failure.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { t } from '../../texts/posture.ts';

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly children: ReactNode;
}

const Figure = ({ name, value, children }: FigureProps) => (
  <Card withBorder padding="md">
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text size="xl" fw={700} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </Stack>
  </Card>
);

const Workspaces = ({ workspaces }: { readonly workspaces: NonNullable<Posture['workspaces']> }) => {
  const { total, passed, overridden, blocked, 'not-evaluated': unevaluated, covered } = workspaces;
  const notes = [
    t.blockedNow(blocked),
    t.overriddenToo(overridden),
    unevaluated === 0 ? '' : t.neverEvaluated(unevaluated),
  ].filter((each) => each !== '');
  return (
    <>
      <Figure name={t.passing} value={t.ofAll(passed, total)}>
        {notes.join(', ')}
      </Figure>
      <Figure name={t.covered} value={t.ofAll(covered, total)}>
        {t.coveredHint}
      </Figure>
    </>
  );
};

const Exceptions = ({ exceptions }: Pick<Posture, 'exceptions'>) => {
  const { exemptions, overrides, 'next-end': nextEnd } = exceptions;
  if (exemptions === null && overrides === null) return null;
  const open = (exemptions ?? 0) + (overrides ?? 0);
  const parts = [
    ...(exemptions === null ? [] : [t.exemptions(exemptions)]),
    ...(overrides === null ? [] : [t.overrides(overrides)]),
  ];
  return (
    <Figure name={t.exceptions} value={open.toLocaleString('en')}>
      {parts.join(', ')}
      {open > 0 && '. '}
      {open > 0 && nextEnd === null && t.noEnd}
      {nextEnd !== null && (
        <>
          {t.nextEnd} <Time iso={nextEnd} />
        </>
      )}
    </Figure>
  );
};

const Figures = ({ posture }: { readonly posture: Posture }) => {
  const { workspaces, 'blocked-evaluations': blocked, 'blocked-evaluations-before': before } = posture;
  const notCounted = workspaces?.['evaluations-not-counted'] ?? 0;
  return (
    <>
      {!posture['is-complete'] && <Alert color="blue">{t.counting}</Alert>}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        {workspaces !== null && <Workspaces workspaces={workspaces} />}
        <Figure name={t.blocked} value={t.blockedUnit(blocked)}>
          {t.change(blocked, before)}
        </Figure>
        <Exceptions exceptions={posture.exceptions} />
      </SimpleGrid>
      {notCounted > 0 && <Text size="sm">{t.notCounted(notCounted)}</Text>}
    </>
  );
};

export function PostureFigures({ organization }: { readonly organization: string }) {
  const { data, error, refetch } = useQuery(postureQuery(organization));
  return (
    <Section title={t.title}>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <LoadingRows />}
      {data !== undefined && <Figures posture={data.data.attributes} />}
    </Section>
  );
}
