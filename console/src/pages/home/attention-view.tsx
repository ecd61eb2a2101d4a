import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { boot } from '../../api/boot.ts';
import { blockedEvaluationsQuery, usedDeprecationsQuery } from '../../api/home.ts';
import { canReadEvaluations } from '../../api/organizations.ts';
import { userTokensQuery } from '../../api/tokens.ts';
import { PageLink } from '../../components/links.tsx';
import { useNow } from '../../components/relative-time.ts';
import { Section } from '../../components/section.tsx';
import { dayFrom } from '../../components/utc-day.ts';
import { counted } from '../../texts/counted.ts';
import { type AccountDocument, attentionOf, endingTokens, type Point } from './attention.ts';
import { useExemptionPoints } from './exemption-points.ts';
import { useOwnOrganizations } from './own-organizations.ts';
import { type UsedDeprecations, UsedDeprecationsView, usedDeprecationsOf } from './used-deprecations.tsx';

/** Number of days for which blocked evaluations are counted. An organization's overview page uses the same number. */
const blockedDays = 7;

/**
 * Returns the number of blocked evaluations in the last week. For users who cannot see all evaluations, only their own
 * evaluations are counted.
 */
function useBlockedEvaluations(now: number): readonly Point[] {
  const organizations = useOwnOrganizations();
  const results = useQueries({ queries: organizations.map(({ id }) => blockedEvaluationsQuery(id, blockedDays)) });
  return results.flatMap(({ data: total = 0 }, index) => {
    const organization = organizations[index];
    if (total === 0 || organization === undefined) return [];
    return [
      {
        title: `${counted(total, 'blocked evaluation')}${canReadEvaluations(organization) ? '' : ' that you can see'} in ${organization.id} in the last 7 days`,
        body: 'A mandatory policy failed or could not be evaluated.',
        isUrgent: true,
        path: `/app/organizations/${encodeURIComponent(organization.id)}/evaluations`,
        search: { filter: { blocked: 'true', since: dayFrom(now, 1 - blockedDays) } },
      },
    ];
  });
}

/** Returns the deprecated module versions that are still in use. Empty if the edition does not support deprecation. */
function useUsedDeprecations(): readonly UsedDeprecations[] {
  const own = useOwnOrganizations();
  const organizations = boot.edition === 'self-hosted' ? [] : own;
  const results = useQueries({ queries: organizations.map(({ id }) => usedDeprecationsQuery(id)) });
  return results.flatMap(({ data: listed }, index) => usedDeprecationsOf(organizations[index]?.id ?? '', listed) ?? []);
}

const PointView = ({ title, body, isUrgent, path, search = {} }: Point) => (
  <Alert color={isUrgent ? 'red' : 'yellow'} title={title}>
    <Group justify="space-between" gap="xs">
      <Text size="sm">{body}</Text>
      {path !== undefined && (
        <PageLink to={path} search={search}>
          Open
        </PageLink>
      )}
    </Group>
  </Alert>
);

interface AttentionProps {
  readonly account: AccountDocument;
  /** Whether all data of the page has been loaded. */
  readonly isKnown: boolean;
}

/**
 * List of items that need the user's attention. If there are none, it says so. Administrators do not get this message,
 * because the page lists further items for them below.
 */
export function Attention({ account, isKnown }: AttentionProps) {
  const { data: tokens } = useQuery(userTokensQuery(boot.userId, { size: 100 }));
  const now = useNow(60_000);
  const evaluations = useBlockedEvaluations(now);
  const exemptions = useExemptionPoints(now);
  const deprecations = useUsedDeprecations();
  const points = [...attentionOf(account), ...endingTokens(tokens?.data ?? [], now), ...evaluations, ...exemptions];
  const isNothing = points.length === 0 && deprecations.length === 0;
  if (isNothing && (!isKnown || account.data.attributes['is-admin'])) return null;
  return (
    <Section title="Needs attention">
      <Stack gap="sm">
        {points.map((point) => (
          <PointView key={point.path === undefined ? point.title : `${point.path} ${point.title}`} {...point} />
        ))}
        {deprecations.map((each) => (
          <UsedDeprecationsView key={each.organization} {...each} />
        ))}
        {isNothing && (
          <Group gap="xs">
            <IconCircleCheck aria-hidden color="var(--mantine-color-green-filled)" />
            <Text>Nothing needs your attention.</Text>
          </Group>
        )}
      </Stack>
    </Section>
  );
}
