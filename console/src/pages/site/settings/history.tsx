// History of a settings group. It is read from the audit trail and shows who changed which values at which time.
import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AuditEvent, trailQuery } from '../../../api/audit-trail.ts';
import { type SettingsGroup, settingsGroup } from '../../../api/settings.ts';
import { changesIn } from '../../../components/audit/details.tsx';
import { actorsName } from '../../../components/audit/names.ts';
import { Dimmed } from '../../../components/dimmed.tsx';
import { PageLink } from '../../../components/links.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { Section } from '../../../components/section.tsx';
import { Time } from '../../../components/time.tsx';
import { textOf } from '../../../texts/settings.ts';
import { shownSetting } from './fields.tsx';

/**
 * Returns the filter for audit events about one settings group. Data retention has its own audit actions, because the
 * retention policy is set or removed as a whole.
 */
const filterOf = (group: SettingsGroup): Readonly<Record<string, string>> => ({
  'resource-type': 'settings',
  resource: group === 'two-factor' ? 'general' : group,
  ...(group !== 'data-retention' && { action: 'settings.update' }),
});

const Change = ({ event, names }: { readonly event: AuditEvent; readonly names: ReadonlySet<string> }) => {
  const changes = changesIn(event.attributes).filter(({ name }) => names.has(name));
  if (changes.length === 0) return null;
  return (
    <List.Item style={{ overflowWrap: 'anywhere' }}>
      <Dimmed>
        <Time iso={event.attributes.at} /> · {actorsName(event.attributes)}
      </Dimmed>
      {changes.map(({ name, before, after }) => (
        <Text key={name} size="sm">
          <strong>{textOf(name) ?? name}</strong>: <del>{shownSetting(before)}</del> →{' '}
          <span>{shownSetting(after)}</span>
        </Text>
      ))}
    </List.Item>
  );
};

/** Latest changes to the settings of a group. */
export function History({ group }: { readonly group: SettingsGroup }) {
  const filter = filterOf(group);
  const { data, error, refetch } = useQuery(trailQuery('site', { filter }));
  const names = new Set<string>(settingsGroup(group).fields.map(({ name }) => name));
  return (
    <Section title="Last changes" intro="Changes from the audit trail, which never contains the values of secrets.">
      <QueryState data={data} error={error} refetch={refetch} />
      {data?.data.length === 0 && <Text c="dimmed">These settings have not been changed yet.</Text>}
      {data !== undefined && data.data.length > 0 && (
        <Stack gap="sm">
          <List listStyleType="none" spacing="sm">
            {data.data.map((event) => (
              <Change key={event.id} event={event} names={names} />
            ))}
          </List>
          <PageLink to="/app/site/audit" search={{ filter }}>
            All changes in the audit trail
          </PageLink>
        </Stack>
      )}
    </Section>
  );
}
