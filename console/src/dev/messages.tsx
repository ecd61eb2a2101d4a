// Sample errors, confirmations, notifications, and secrets that are shown once.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { confirmAct } from '../components/confirm.tsx';
import { DeletionSection } from '../components/deletion-section.tsx';
import { Failure } from '../components/failure.tsx';
import { notifyDone, notifyFailure, notifyWithUndo } from '../components/notify.tsx';
import { SecretOnce } from '../components/secret.tsx';
import { Section } from '../components/section.tsx';
import { failures, longText, longWord, refused } from './samples.ts';

const done = async () => notifyDone('Deleted');

const fail = async (): Promise<never> => {
  throw refused;
};

const confirmDeletion = (onConfirm: () => Promise<unknown>) =>
  confirmAct({
    title: `Delete ${longWord}?`,
    body: longText,
    consequences: ['25 policies', '3 policy sets', longWord],
    act: 'Delete',
    refused: 'Not deleted',
    typed: 'works',
    onConfirm,
  });

const Acts = () => (
  <Section title="Dialogs and notifications">
    <Group gap="xs">
      <Button
        variant="default"
        onClick={() =>
          confirmAct({
            title: 'Restore?',
            body: 'The code of this revision becomes the newest revision.',
            act: 'Restore',
            refused: 'Not restored',
            isDangerous: false,
            onConfirm: done,
          })
        }
      >
        Confirmation
      </Button>
      <Button variant="default" onClick={() => confirmDeletion(done)}>
        Confirmation of a deletion
      </Button>
      <Button variant="default" onClick={() => confirmDeletion(fail)}>
        Confirmation that fails
      </Button>
      <Button variant="default" onClick={() => notifyDone(`Saved ${longText}`)}>
        Done
      </Button>
      <Button variant="default" onClick={() => notifyFailure('Not saved', refused)}>
        Failed
      </Button>
      <Button variant="default" onClick={() => notifyWithUndo(`Removed ${longWord}`, done)}>
        With undo
      </Button>
    </Group>
  </Section>
);

export function Messages() {
  return (
    <>
      <Acts />
      <Section title="Failures">
        {Object.entries(failures).map(([name, failure]) => (
          <Failure key={name} error={failure} onRetry={() => notifyDone(name)} />
        ))}
      </Section>
      <Section title="Alerts">
        <Stack>
          <Alert title="A hint">{longText}</Alert>
          <Alert color="yellow" title="Warning">
            {longText}
          </Alert>
          <Alert color="green" title="Success">
            <Text size="sm">{longText}</Text>
          </Alert>
          <SecretOnce title="The token" secret={`at-8f3a1c.${'x'.repeat(80)}`} />
        </Stack>
      </Section>
      <DeletionSection title="Delete the organization" hint={longText} onDelete={fail} />
    </>
  );
}
