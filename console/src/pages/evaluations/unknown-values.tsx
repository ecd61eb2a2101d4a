// Values known only after apply on which the result of a policy depends.
import { Code, List, Stack, Text } from '@mantine/core';
import type { PolicyOutcome } from '../../api/evaluations.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { counted } from '../../texts/counted.ts';

type UnknownValues = NonNullable<PolicyOutcome['depends_on_unknown']>;
type Attribute = UnknownValues['depends-on'][number];

const effects: Readonly<Record<Attribute['how'], string>> = {
  decides: 'The result changes with this value.',
  'one-of': 'The result changes with at least one of these values.',
  'looks-at': 'A condition that was not true reads this value.',
};

const Attributes = ({ attributes }: { readonly attributes: readonly Attribute[] }) => (
  <List size="sm">
    {attributes.map(({ address, attribute, how, from }) => (
      <List.Item key={`${address} ${attribute}`} style={{ overflowWrap: 'anywhere' }}>
        <Code>{address}</Code> {[attribute, from === undefined ? '' : `from ${from}`].filter(Boolean).join(', ')}
        <Dimmed>{effects[how]}</Dimmed>
      </List.Item>
    ))}
  </List>
);

/** Maximum number of shown attributes that the configuration does not set. Further attributes are collapsed. */
const maxComputed = 3;

/** Attributes that the configuration does not set. */
const Computed = ({ attributes }: { readonly attributes: readonly Attribute[] }) => (
  <>
    <Dimmed>Depends on values known after apply that the configuration does not set</Dimmed>
    <Attributes attributes={attributes.slice(0, maxComputed)} />
    {attributes.length > maxComputed && (
      <details>
        <Text component="summary" size="sm">
          {counted(attributes.length - maxComputed, 'more attribute')}
        </Text>
        <Attributes attributes={attributes.slice(maxComputed)} />
      </details>
    )}
  </>
);

const Examined = ({ unknown }: { readonly unknown: UnknownValues }) => {
  const { 'depends-on': attributes, count, 'is-complete': isComplete } = unknown;
  const written = attributes.filter((each) => each.written);
  const computed = attributes.filter((each) => !each.written);
  const unnamed = count - attributes.length;
  return (
    <Stack gap={2}>
      {written.length > 0 && <Dimmed>Depends on values known after apply</Dimmed>}
      {written.length > 0 && <Attributes attributes={written} />}
      {computed.length > 0 && <Computed attributes={computed} />}
      {unnamed > 0 && <Text size="sm">{`and ${unnamed.toLocaleString('en')} more`}</Text>}
      {!isComplete && <Text size="sm">The unknown values of this policy were not examined completely.</Text>}
    </Stack>
  );
};

interface UnknownProps {
  /** Status of the policy. */
  readonly status: string;
  readonly unknown: UnknownValues | null;
}

/**
 * Shows the unknown values of a policy, or that they were not examined. A policy without a verdict has no unknown
 * values.
 */
export function Unknown({ status, unknown }: UnknownProps) {
  if (unknown !== null) return (unknown.count > 0 || !unknown['is-complete']) && <Examined unknown={unknown} />;
  const hasVerdict = status === 'passed' || status === 'failed';
  return hasVerdict && <Dimmed>Values known only after apply: not examined</Dimmed>;
}
