// Shows a planned change to a resource: the action, and the attributes before and after.
import { Code, Group, List, Stack, Text } from '@mantine/core';
import { outputText } from '../../api/evaluations.ts';
import type { Change } from '../../api/findings.ts';
import { Tag } from '../../components/tag.tsx';
import { counted } from '../../texts/counted.ts';
import { actionNames, upper } from '../../texts/evaluations.ts';
import classes from './findings.module.css';

type Attribute = Change['attributes']['attributes'][number];

/** Maximum number of attributes that are shown initially. */
const maxShown = 8;

/** Returns the text for an attribute's value, or a placeholder for a hidden or unknown value. */
const shownValue = (attribute: Attribute, side: 'before' | 'after'): string | undefined => {
  if (side === 'after' && attribute['known-after-apply']) return '(known after apply)';
  if (attribute.sensitive) return '(sensitive)';
  return Object.hasOwn(attribute, side) ? outputText(attribute[side] ?? null) : undefined;
};

/** Whether a finding names this attribute or a value inside it. */
const isNamed = (path: string, named: ReadonlySet<string>): boolean =>
  [...named].some((name) => name === path || name.startsWith(`${path}.`) || name.startsWith(`${path}[`));

function AttributeLine({ attribute, named }: { readonly attribute: Attribute; readonly named: ReadonlySet<string> }) {
  const { path, change } = attribute;
  const [before, after] = [shownValue(attribute, 'before'), shownValue(attribute, 'after')];
  const hasValues = before !== undefined && after !== undefined;
  return (
    <List.Item className={classes.text}>
      <Code {...(isNamed(path, named) && { className: classes.offending })}>{path}</Code>{' '}
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

interface ChangeProps {
  readonly change: Change;
  /** Paths of the attributes that findings name, such as `tags.owner`. */
  readonly named: ReadonlySet<string>;
}

const Attributes = ({
  attributes,
  named,
}: { readonly attributes: readonly Attribute[] } & Pick<ChangeProps, 'named'>) => (
  <List size="sm" listStyleType="none" spacing={2}>
    {attributes.map((attribute) => (
      <AttributeLine key={attribute.path} attribute={attribute} named={named} />
    ))}
  </List>
);

export function ChangeView({ change: { attributes: change }, named }: ChangeProps) {
  const { actions, attributes, origin } = change;
  const ordered = attributes.toSorted(
    (one, other) => Number(isNamed(other.path, named)) - Number(isNamed(one.path, named)),
  );
  const left = attributes.length - maxShown + change['attributes-left-out'];
  return (
    <Stack gap={4}>
      <Group gap={6}>
        <Tag>{actions.length > 1 ? '± Replace' : (actionNames[actions[0] ?? ''] ?? upper(actions[0] ?? ''))}</Tag>
        {origin !== 'plan' && (
          <Tag>{origin === 'drift' ? 'Changed outside of Terraform' : 'Deferred to a later plan'}</Tag>
        )}
      </Group>
      <Attributes attributes={ordered.slice(0, maxShown)} named={named} />
      {left > 0 && (
        <details>
          <Text component="summary" size="sm">
            {`${counted(left, 'more attribute')}`}
          </Text>
          <Attributes attributes={ordered.slice(maxShown)} named={named} />
        </details>
      )}
    </Stack>
  );
}
