import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { boot } from '../../api/boot.ts';
import { failedEvaluationsQuery, usedDeprecationsQuery } from '../../api/home.ts';
import { organizationsQuery } from '../../api/organizations.ts';
import { userTokensQuery } from '../../api/tokens.ts';
import { PageLink } from '../../components/links.tsx';
import { useNow } from '../../components/relative-time.ts';
import { Section } from '../../components/section.tsx';
import { counted } from '../../texts/common.ts';
import { t } from '../../texts/home.ts';
import classes from './attention.module.css';
import { type AccountDocument, attentionOf, endingTokens, type Point } from './attention.ts';
import { type UsedDeprecations, UsedDeprecationsView, usedDeprecationsOf } from './used-deprecations.tsx';

/** Maximum number of organizations that the start page looks into; each is a request. */
const maxOrganizations = 6;

/** Failed evaluations that the account may read: all of an organization, or those that it created there. */
const useFailedEvaluations = (): readonly Point[] => {
  const { data } = useQuery(organizationsQuery({}));
  const names = (data?.data ?? []).slice(0, maxOrganizations).map(({ id }) => id);
  const results = useQueries({ queries: names.map((name) => failedEvaluationsQuery(name)) });
  return results.flatMap(({ data: evaluations }, index) => {
    const total = evaluations?.meta.pagination?.['total-count'] ?? 0;
    const name = names[index] ?? '';
    if (total === 0) return [];
    return [
      {
        title: t.failedEvaluations(counted(total, 'failed evaluation'), name),
        body: t.failedEvaluationsBody,
        isUrgent: true,
        path: `/app/organizations/${encodeURIComponent(name)}/evaluations`,
      },
    ];
  });
};

/** Nothing where the edition has no deprecation. */
const useUsedDeprecations = (): readonly UsedDeprecations[] => {
  const { data } = useQuery(organizationsQuery({}));
  const organizations = boot.edition === 'self-hosted' ? [] : (data?.data ?? []).slice(0, maxOrganizations);
  const results = useQueries({ queries: organizations.map(({ id }) => usedDeprecationsQuery(id)) });
  return results.flatMap(({ data: listed }, index) => usedDeprecationsOf(organizations[index]?.id ?? '', listed) ?? []);
};

const PointView = ({ title, body, isUrgent, path }: Point) => (
  <Alert color={isUrgent ? 'red' : 'yellow'} title={title}>
    <Group justify="space-between" gap="xs">
      <Text size="sm">{body}</Text>
      {path !== undefined && <PageLink to={path}>{t.open}</PageLink>}
    </Group>
  </Alert>
);

interface AttentionProps {
  readonly account: AccountDocument;
  /** More to look at, which comes first; nothing where there is none. */
  readonly children: ReactNode;
}

/** List of what a person should look at; says so where there is nothing. */
export function Attention({ account, children }: AttentionProps) {
  const { data: tokens } = useQuery(userTokensQuery(boot.userId, { size: 100 }));
  const now = useNow(60_000);
  const evaluations = useFailedEvaluations();
  const deprecations = useUsedDeprecations();
  const points = [...attentionOf(account), ...endingTokens(tokens?.data ?? [], now), ...evaluations];
  return (
    <Section title={t.attention}>
      <Stack gap="sm">
        {children}
        {points.map((point) => (
          <PointView key={point.title} {...point} />
        ))}
        {deprecations.map((each) => (
          <UsedDeprecationsView key={each.organization} {...each} />
        ))}
        {points.length === 0 && deprecations.length === 0 && (
          <Group gap="xs" className={classes.allWell ?? ''}>
            <IconCircleCheck aria-hidden color="var(--mantine-color-green-filled)" />
            <Text>{t.allWell}</Text>
          </Group>
        )}
      </Stack>
    </Section>
  );
}
