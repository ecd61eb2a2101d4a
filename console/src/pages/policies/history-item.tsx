// One change in the history of a policy, with the changed values as details.
import { Group, List, Text } from '@mantine/core';
import type { Policy } from '../../api/policies.ts';
import type { HistoryEntry } from '../../api/policy-history.ts';
import { ChangedValues, changesIn } from '../../components/audit/details.tsx';
import { actorsName } from '../../components/audit/names.ts';
import { PageLink } from '../../components/links.tsx';
import { Time } from '../../components/time.tsx';
import { changeLines, replayLine, valueName } from '../../texts/policy-history.ts';
import { usePolicyParams } from './frame.tsx';

interface ItemProps {
  readonly policy: Policy;
  readonly entry: HistoryEntry;
  readonly names: ReadonlyMap<string, string>;
}

const revisionIn = ({ attributes }: HistoryEntry): number | undefined => {
  const revision: unknown = Reflect.get(Object(attributes.after), 'revision');
  return typeof revision === 'number' ? revision : undefined;
};

const messageIn = ({ attributes }: HistoryEntry): string => {
  const message: unknown = Reflect.get(Object(attributes.after), 'message');
  return typeof message === 'string' ? message : '';
};

/** Link to the code of a revision, or to the policy sets in the change. */
function Places({ policy, entry, revision }: Omit<ItemProps, 'names'> & { readonly revision: number | undefined }) {
  const { organization } = usePolicyParams();
  return (
    <>
      {revision !== undefined && (
        <PageLink
          inherit
          to="/app/organizations/$organization/policies/$policy/revisions/$revision"
          params={{ organization, policy: policy.id, revision: String(revision) }}
        >
          {`Show revision ${revision.toLocaleString('en')}`}
        </PageLink>
      )}
      {entry.attributes['policy-sets'].map(({ id, name }) => (
        <PageLink
          key={id}
          inherit
          to="/app/organizations/$organization/policy-sets/$set"
          params={{ organization, set: id }}
        >
          {name ?? id}
        </PageLink>
      ))}
    </>
  );
}

/** Replaces identifiers by names in a list. Other values are unchanged. */
const withNames = (value: unknown, names: ReadonlyMap<string, string>): unknown =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')
    ? value.map((id) => names.get(id) ?? id).join('\n')
    : value;

function Details({ entry, names }: Omit<ItemProps, 'policy'>) {
  const changes = changesIn(entry.attributes).map(({ name, before, after }) => ({
    name: valueName(name),
    before: withNames(before, names),
    after: withNames(after, names),
  }));
  if (changes.length === 0) return null;
  const omitted = entry.attributes['omitted-count'];
  return (
    <details>
      <Text component="summary" size="sm" lh={1.8}>
        Details
      </Text>
      <ChangedValues changes={changes} />
      {omitted > 0 && <Text size="sm">{`${omitted.toLocaleString('en')} more are not shown.`}</Text>}
    </details>
  );
}

export function HistoryItem({ policy, entry, names }: ItemProps) {
  const replay = replayLine(entry.attributes);
  const message = messageIn(entry);
  const revision = revisionIn(entry);
  return (
    <List.Item
      styles={{
        item: { overflowWrap: 'anywhere' },
        itemWrapper: { display: 'block' },
        itemLabel: { display: 'block' },
      }}
    >
      {changeLines(entry, names).map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      {message !== '' && <Text fs="italic">{message}</Text>}
      {replay !== undefined && <Text size="sm">{replay}</Text>}
      <Group gap="xs" fz="sm" lh={1.8}>
        <Text inherit c="dimmed">
          {actorsName(entry.attributes)}, <Time iso={entry.attributes.at} />
        </Text>
        <Places policy={policy} entry={entry} revision={revision} />
      </Group>
      {revision === undefined && <Details entry={entry} names={names} />}
    </List.Item>
  );
}
