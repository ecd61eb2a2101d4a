// Shows a resource with its planned changes: the actions, and the attributes before and after.
import { Code, Group, List, Text } from '@mantine/core';
import { outputText } from '../../api/evaluations.ts';
import type { Change } from '../../api/findings.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { Tag } from '../../components/tag.tsx';
import { counted } from '../../texts/counted.ts';
import { actionNames, upper } from '../../texts/evaluations.ts';
import classes from './findings.module.css';

type Attribute = Change['attributes']['attributes'][number];

/** Returns the text for an attribute's value, or a placeholder for a hidden or unknown value. */
const shownValue = (attribute: Attribute, side: 'before' | 'after'): string | undefined => {
  if (side === 'after' && attribute['known-after-apply']) return '(known after apply)';
  if (attribute.sensitive) return '(sensitive)';
  return Object.hasOwn(attribute, side) ? outputText(attribute[side] ?? null) : undefined;
};

/** Whether a finding names this attribute or a value inside it. */
const isNamed = (path: string, name: string | null): boolean =>
  name !== null && (name === path || name.startsWith(`${path}.`) || name.startsWith(`${path}[`));

function AttributeLine({ attribute }: { readonly attribute: Attribute }) {
  const { path, change } = attribute;
  const [before, after] = [shownValue(attribute, 'before'), shownValue(attribute, 'after')];
  const hasValues = before !== undefined && after !== undefined;
  return (
    <List.Item className={classes.text}>
      <Code>{path}</Code>{' '}
      {hasValues && change === 'changed' ? (
        <>
          <Code>{before}</Code> → <Code>{after}</Code>
        </>
      ) : (
        <>
          {change} {(change === 'removed' ? before : after) ?? ''}
        </>
      )}
      {attribute['forces-replacement'] && ` (forces replacement)`}
    </List.Item>
  );
}

const Attributes = ({ attributes }: { readonly attributes: readonly Attribute[] }) => (
  <List size="sm" listStyleType="none" spacing={2}>
    {attributes.map((attribute) => (
      <AttributeLine key={attribute.path} attribute={attribute} />
    ))}
  </List>
);

const Actions = ({ change: { actions, origin } }: { readonly change: Change['attributes'] }) => (
  <>
    <Tag>{actions.length > 1 ? '± Replace' : (actionNames[actions[0] ?? ''] ?? upper(actions[0] ?? ''))}</Tag>
    {origin !== 'plan' && <Tag>{origin === 'drift' ? 'Changed outside of Terraform' : 'Deferred to a later plan'}</Tag>}
  </>
);

interface ResourceProps {
  readonly address: string | null;
  readonly changes: readonly Change[];
  /** Path of the attribute that the finding names, such as `tags.owner`. */
  readonly named: string | null;
}

/**
 * A resource with its planned changes. The attribute that the finding names is always shown, and the other attributes
 * can be expanded.
 */
export function ChangedResource({ address, changes, named }: ResourceProps) {
  const attributes = changes.flatMap((change) => change.attributes.attributes);
  const offending = attributes.filter(({ path }) => isNamed(path, named));
  const others = attributes.filter(({ path }) => !isNamed(path, named));
  const leftOut = changes.reduce((sum, change) => sum + change.attributes['attributes-left-out'], 0);
  const resource = (
    <Group component="span" gap={6} className={classes.resource}>
      {address !== null && <Code className={classes.text}>{address}</Code>}
      {changes.map((change) => (
        <Actions key={change.id} change={change.attributes} />
      ))}
    </Group>
  );
  return (
    <>
      {others.length === 0 ? (
        resource
      ) : (
        <details>
          <summary>{resource}</summary>
          <Attributes attributes={others} />
          {leftOut > 0 && <Dimmed>{`${counted(leftOut, 'more attribute')}: not recorded`}</Dimmed>}
        </details>
      )}
      {offending.length > 0 && <Attributes attributes={offending} />}
      {offending.length === 0 && named !== null && (
        <Text size="sm" className={classes.text}>
          Attribute <Code>{named}</Code>
        </Text>
      )}
    </>
  );
}
