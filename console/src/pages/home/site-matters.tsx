// Problems of the service that need a site administrator's attention.
import { Alert, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { certificatesQuery, systemQuery, troublesOf, withoutTwoFactorQuery } from '../../api/system.ts';
import { PageLink } from '../../components/links.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { relativeTime, useNow } from '../../components/relative-time.ts';
import { Section } from '../../components/section.tsx';
import { counted } from '../../texts/counted.ts';
import { jobNames } from '../../texts/job-names.ts';

const day = 86_400_000;
const soon = 30 * day;

/** Certificates for single sign-on that have expired or expire soon. */
const EndingCertificates = () => {
  const { data = [] } = useQuery(certificatesQuery);
  const now = useNow(60_000);
  const ending = data.filter(({ 'not-after': end }) => Date.parse(end) - now < soon);
  return ending.map(({ name, 'not-after': end }) => (
    <Alert
      key={name}
      color={Date.parse(end) < now ? 'red' : 'yellow'}
      title={`A single sign-on certificate expires ${relativeTime(end, now)}`}
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          Add the new certificate in the settings before the old certificate expires. Until then, both certificates are
          accepted.
        </Text>
        <PageLink to="/app/site/settings/$group" params={{ group: 'saml' }}>
          Open
        </PageLink>
      </Group>
    </Alert>
  ));
};

const WithoutTwoFactor = () => {
  const { data: count = 0 } = useQuery(withoutTwoFactorQuery);
  if (count === 0) return null;
  return (
    <Alert color="yellow" title={`${counted(count, 'user')} without two-factor authentication`}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          A password alone is enough to sign in to an account without two-factor authentication. Ask the users to turn
          on two-factor authentication.
        </Text>
        <PageLink to="/app/site/users" search={{ filter: { 'two-factor': 'false' } }}>
          Open
        </PageLink>
      </Group>
    </Alert>
  );
};

const Recent = lazy(async () => ({ default: (await import('./recent.tsx')).Recent }));

/** Latest audit events. They are hidden until the user opens them. */
const Activity = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Text component="summary">Recent activity</Text>
      <Stack gap="sm" pt="sm" align="flex-start">
        {isOpen && (
          <Suspense fallback={<LoadingRows />}>
            <Recent />
          </Suspense>
        )}
      </Stack>
    </details>
  );
};

/** Problems that only site administrators can fix, and the latest audit events. */
export function SiteMatters() {
  return (
    <Section title="This site">
      <Stack gap="sm">
        <Service />
        <EndingCertificates />
        <WithoutTwoFactor />
        <Activity />
      </Stack>
    </Section>
  );
}

/** Problems in the system status. Nothing is shown if there are none or if the status could not be loaded. */
function Service() {
  const { data } = useQuery(systemQuery);
  if (data === undefined) return null;
  const status = data.data.attributes;
  const { findings, jobs } = troublesOf(status);
  const lines = [
    ...findings.map(({ detail }) => detail),
    ...jobs.map(
      ({ name, failures, failure }) =>
        `${jobNames[name] ?? name}: Failed ${counted(failures, 'time')} in a row: ${failure ?? 'Unknown'}`,
    ),
  ];
  if (lines.length === 0) return null;
  return (
    <Alert
      color={status.healthy ? 'yellow' : 'red'}
      title={status.healthy ? 'The service works, but some checks need attention.' : 'There are problems.'}
    >
      <Group justify="space-between" gap="xs" align="flex-end">
        <List size="sm" style={{ overflowWrap: 'anywhere' }}>
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        <PageLink to="/app/site/system">Open</PageLink>
      </Group>
    </Alert>
  );
}
