// Chart of an organization's evaluations in the last 30 days, as far as the user can see them. It shows nothing while
// loading and after an error.
import { useQuery } from '@tanstack/react-query';
import { dayRatesQuery } from '../../api/posture.ts';
import { counted } from '../../texts/counted.ts';
import { DayLine } from './day-line.tsx';

interface OrganizationLineProps {
  readonly organization: string;
  /** Whether the user can see all evaluations of the organization. */
  readonly seesAll: boolean;
}

export function OrganizationLine({ organization, seesAll }: OrganizationLineProps) {
  const { data } = useQuery(dayRatesQuery(organization, 30));
  if (data === undefined) return null;
  const days = data.data.map(({ attributes: { name, passed, failed, errored, overridden } }) => ({
    day: name,
    all: passed + failed + errored + (overridden ?? 0),
    blocked: failed + errored,
  }));
  const [all, blocked] = (['all', 'blocked'] as const).map((of) => days.reduce((sum, day) => sum + day[of], 0));
  return (
    <DayLine
      says={`${organization}: ${counted(all ?? 0, 'evaluation', 'evaluations')} ${seesAll ? '' : 'that you can see '}in 30 days, ${(blocked ?? 0).toLocaleString('en')} blocked`}
      days={days}
    />
  );
}
