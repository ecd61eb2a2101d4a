// Four key figures of an organization's posture, each with a short assessment.
import { Alert, Card, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Posture, postureQuery } from '../../api/posture.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { partialEvaluationsText } from '../../components/remedy.ts';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { counted } from '../../texts/counted.ts';

const changeText = (now: number, before: number) => {
  if (now === before) return `Same as in the 7 days before`;
  return now > before
    ? `${(now - before).toLocaleString('en')} more than in the 7 days before`
    : `${(before - now).toLocaleString('en')} fewer than in the 7 days before`;
};

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
      <Figure name="Passing workspaces" value="None">
        No workspace is registered.
      </Figure>
    );
  const notes = [
    blocked === 0 ? 'None blocked' : `${blocked.toLocaleString('en')} blocked`,
    overridden === 0 ? '' : `${overridden.toLocaleString('en')} overridden`,
    unevaluated === 0 ? '' : `${unevaluated.toLocaleString('en')} not evaluated by any policy`,
  ].filter((each) => each !== '');
  return (
    <>
      <Figure name="Passing workspaces" value={`${passed.toLocaleString('en')} of ${total.toLocaleString('en')}`}>
        {notes.join(', ')}
      </Figure>
      <Figure name="Covered" value={`${covered.toLocaleString('en')} of ${total.toLocaleString('en')}`}>
        Workspaces with a mandatory policy that is not in shadow mode
      </Figure>
    </>
  );
};

const Exceptions = ({ exceptions }: Pick<Posture, 'exceptions'>) => {
  const { exemptions, overrides, 'next-end': nextEnd } = exceptions;
  // Users who can see exemptions can also see overrides, so checking overrides is enough.
  if (overrides === null) return null;
  const open = (exemptions ?? 0) + overrides;
  const ending = counted(overrides, 'override with an end date', 'overrides with an end date');
  return (
    <Figure
      name="Active exceptions"
      value={exemptions === null ? `${open.toLocaleString('en')} that you can see` : open.toLocaleString('en')}
    >
      {exemptions === null
        ? `${ending}. You do not have permission to see exemptions.`
        : `${counted(exemptions, 'exemption')}, ${ending}.`}
      {open > 0 && nextEnd === null && ' No exemption or override has an end date.'}
      {nextEnd !== null && (
        <>
          {' '}
          The next exception ends <Time iso={nextEnd} />.
        </>
      )}
    </Figure>
  );
};

interface FiguresProps {
  readonly organization: string;
  /** Whether the user can see all evaluations of the organization. */
  readonly seesAll: boolean;
}

const Figures = ({ posture, organization, seesAll }: { readonly posture: Posture } & FiguresProps) => {
  const { workspaces, 'blocked-evaluations': blocked, 'blocked-evaluations-before': before } = posture;
  const { 'evaluations-not-counted': notCounted = 0, 'state-evaluations': ofStates = 0 } = workspaces ?? {};
  return (
    <>
      {!posture['is-complete'] && (
        <Alert color="blue">
          Evaluations from before an upgrade are still being counted, so the figures are not complete yet.
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        {workspaces !== null && <Workspaces workspaces={workspaces} />}
        <Figure
          name="Blocked evaluations in 7 days"
          value={
            seesAll
              ? counted(blocked, 'evaluation', 'evaluations')
              : `${counted(blocked, 'evaluation', 'evaluations')} that you can see`
          }
        >
          {changeText(blocked, before)}
        </Figure>
        <Exceptions exceptions={posture.exceptions} />
      </SimpleGrid>
      {!seesAll && <Text size="sm">{partialEvaluationsText(organization)}</Text>}
      {notCounted > 0 && (
        <Text size="sm">{`${counted(notCounted, 'evaluation')} of the last 7 days ${notCounted === 1 ? 'does' : 'do'} not count for ${notCounted === 1 ? 'its workspace' : 'their workspaces'}, because ${notCounted === 1 ? 'its creator is' : 'their creators are'} not permitted to send plans for ${notCounted === 1 ? 'it' : 'them'}. Give the teams of these people or pipelines access to the workspaces with the level “Plan”, or the permission “See workspaces”.`}</Text>
      )}
      {ofStates > 0 && (
        <Text size="sm">{`The figures do not include ${counted(ofStates, 'evaluation')} of states in the last 7 days.`}</Text>
      )}
    </>
  );
};

export function PostureFigures(props: FiguresProps) {
  const { data, error, refetch } = useQuery(postureQuery(props.organization));
  return (
    <Section title="Posture">
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && <Figures posture={data.data.attributes} {...props} />}
    </Section>
  );
}
