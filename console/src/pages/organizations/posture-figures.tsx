// The four figures of posture, and a word for each.
import { Alert, Card, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Posture, postureQuery } from '../../api/posture.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { ownEvaluationsText } from '../../components/remedy.ts';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { t } from '../../texts/posture.ts';
import { t as visibility } from '../../texts/visibility.ts';

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly children: ReactNode;
}

const Figure = ({ name, value, children }: FigureProps) => (
  <Card withBorder padding="md">
    <Stack gap={4}>
      <Dimmed>{name}</Dimmed>
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
  if (total === 0)
    return (
      <Figure name={t.passing} value={t.none}>
        {t.noMap}
      </Figure>
    );
  const notes = [
    t.blockedNow(blocked),
    t.overriddenToo(overridden),
    unevaluated === 0 ? '' : t.notEvaluated(unevaluated),
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
  // Whoever sees exemptions sees overrides too.
  if (overrides === null) return null;
  const open = (exemptions ?? 0) + overrides;
  const parts =
    exemptions === null
      ? [t.overrides(overrides), t.exemptionsHidden]
      : [t.exemptions(exemptions), t.overrides(overrides)];
  return (
    <Figure name={t.exceptions} value={exemptions === null ? visibility.ofSeen(open) : open.toLocaleString('en')}>
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

interface FiguresProps {
  readonly organization: string;
  /** True for somebody who sees all evaluations. */
  readonly seesAll: boolean;
}

const Figures = ({ posture, organization, seesAll }: { readonly posture: Posture } & FiguresProps) => {
  const { workspaces, 'blocked-evaluations': blocked, 'blocked-evaluations-before': before } = posture;
  const notCounted = workspaces?.['evaluations-not-counted'] ?? 0;
  return (
    <>
      {!posture['is-complete'] && <Alert color="blue">{t.counting}</Alert>}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        {workspaces !== null && <Workspaces workspaces={workspaces} />}
        <Figure name={t.blocked} value={seesAll ? t.blockedUnit(blocked) : visibility.ofSeen(blocked)}>
          {t.change(blocked, before)}
        </Figure>
        <Exceptions exceptions={posture.exceptions} />
      </SimpleGrid>
      {!seesAll && <Text size="sm">{ownEvaluationsText(organization)}</Text>}
      {notCounted > 0 && <Text size="sm">{t.notCounted(notCounted)}</Text>}
    </>
  );
};

export function PostureFigures(props: FiguresProps) {
  const { data, error, refetch } = useQuery(postureQuery(props.organization));
  return (
    <Section title={t.title}>
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && <Figures posture={data.data.attributes} {...props} />}
    </Section>
  );
}
