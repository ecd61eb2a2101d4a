import { Alert, Button, Code, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { confirmAct } from '../../components/confirm.tsx';
import { Failure } from '../../components/failure.tsx';
import { Section } from '../../components/section.tsx';
import { useAct } from '../../components/use-act.ts';
import { type Answered, type Attempt, addressOf, sendAttempt } from './attempt.ts';
import type { Operation, Parameter } from './description.ts';

const places = { path: 'Path parameter', query: 'Query parameter', header: 'Header field' } as const;

/** Returns the description of a parameter in one line. */
const hintOf = ({ in: place, isRequired, values, description }: Parameter): string =>
  [
    [places[place], ...(isRequired ? ['required'] : [])].join(', '),
    ...(values.length > 0 ? [`One of ${values.join(', ')}.`] : []),
    description,
  ]
    .filter((part) => part !== '')
    .join('. ');

const Answer = ({ answered: { status, body, isCut } }: { readonly answered: Answered }) => (
  <Alert color={status < 400 ? 'green' : 'red'} title={`Response: ${status}`} role="status">
    {body === '' ? (
      <Text size="sm">The response has no body.</Text>
    ) : (
      <Code block mah={480} style={{ overflow: 'auto' }} tabIndex={0}>
        {body}
      </Code>
    )}
    {isCut && <Text size="sm">The response is long, so only its beginning is shown.</Text>}
  </Alert>
);

/** Sends a request and stores the response. */
const useSending = () => {
  const [answered, setAnswered] = useState<Answered>();
  const { failure, isRunning: isSending, run } = useAct();
  const sendNow = (attempt: Attempt) => {
    setAnswered(undefined);
    return run(async () => setAnswered(await sendAttempt(attempt)));
  };
  return { answered, failure, isSending, sendNow };
};

interface FieldProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const ParameterField = ({ parameter, value, onChange }: FieldProps) => (
  <TextInput
    label={parameter.name}
    description={hintOf(parameter)}
    required={parameter.isRequired}
    spellCheck={false}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

interface BodyProps {
  readonly mediaType: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const BodyField = ({ mediaType, value, onChange }: BodyProps) => (
  <Textarea
    label="Body"
    description={mediaType}
    autosize
    minRows={3}
    maxRows={24}
    spellCheck={false}
    styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

/** Form that sends a request with the browser's session. The user must confirm requests that may change data. */
export function TryIt({ operation }: { readonly operation: Operation }) {
  const { method, parameters, body: expected } = operation;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(expected?.example ?? '');
  const { answered, failure, isSending, sendNow } = useSending();
  const attempt = { operation, values, body };
  const isComplete = parameters.every(({ name, isRequired }) => !isRequired || (values[name] ?? '') !== '');
  const confirm = () =>
    confirmAct({
      title: `Send ${method} ${addressOf(attempt)}?`,
      body: 'The request can change or delete data. It is executed for real, not as a test.',
      act: 'Send the request',
      refused: 'Not sent',
      onConfirm: () => sendNow(attempt),
    });
  return (
    <Section title="Try it" intro="This browser sends the request with your session. Changes are real.">
      <Stack gap="sm" maw={640}>
        {parameters.map((parameter) => (
          <ParameterField
            key={`${parameter.in} ${parameter.name}`}
            parameter={parameter}
            value={values[parameter.name] ?? ''}
            onChange={(value) => setValues({ ...values, [parameter.name]: value })}
          />
        ))}
        {expected !== undefined && <BodyField mediaType={expected.mediaType} value={body} onChange={setBody} />}
        <Button
          loading={isSending}
          disabled={!isComplete}
          onClick={() => (method === 'GET' ? void sendNow(attempt) : confirm())}
          style={{ alignSelf: 'flex-start' }}
        >
          Send the request
        </Button>
      </Stack>
      {failure !== undefined && <Failure error={failure} title="Not sent" />}
      {answered !== undefined && <Answer answered={answered} />}
    </Section>
  );
}
