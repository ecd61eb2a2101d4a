// Value of a parameter or of an override: how it is shown, and the field that changes it.
import { Text, Textarea } from '@mantine/core';
import type { ApiForm } from '../../components/api-form.tsx';
import { Dimmed } from '../../components/dimmed.tsx';
import { Tag } from '../../components/tag.tsx';

/** Value of a parameter or an override. The service never sends a sensitive value, so `value` is then null. */
interface Valued {
  readonly value: string | null;
  readonly sensitive: boolean;
}

/** Shows a value, or that it is sensitive. */
export function ParameterValue({ value, sensitive: isSensitive }: Valued) {
  if (isSensitive) return <Tag>Sensitive</Tag>;
  if (value === null || value === '') return <Dimmed>Empty text</Dimmed>;
  return (
    <Text size="sm" ff="monospace" lineClamp={6} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
      {value}
    </Text>
  );
}

interface WithValue extends Record<string, unknown> {
  value: string;
}

interface ValueFieldProps<Values extends WithValue> {
  readonly form: ApiForm<Values>['form'];
  /** Whether the service has stored a sensitive value. The value is kept if the field stays empty. */
  readonly isKept: boolean;
}

/** Field for a value. JSON may have several lines. */
export const ValueField = <Values extends WithValue>({ form, isKept }: ValueFieldProps<Values>) => (
  <Textarea
    {...form.field('value', 'Value')}
    description={
      isKept
        ? 'The stored value is sensitive and not shown. Leave this field empty to keep it.'
        : 'If the value is JSON, such as 3 or ["a", "b"], policies get the parsed value, unless a policy declares the type string. Otherwise they get the text.'
    }
    autosize
    minRows={1}
    maxRows={10}
    spellCheck={false}
    autoComplete="off"
  />
);

/** Returns the value to send. An empty field keeps a stored sensitive value, so nothing is sent for it. */
export const valueToSend = (value: string, isKept: boolean): { readonly value?: string } =>
  isKept && value === '' ? {} : { value };
