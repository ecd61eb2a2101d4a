// Dialogs, notifications and forms with long texts. The service rejects the forms.
import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ApiFormView, useApiForm } from '../components/api-form.tsx';
import { confirmAct } from '../components/confirm.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { notifyDone, notifyFailure, notifyWithUndo } from '../components/notify.tsx';
import { Section } from '../components/section.tsx';
import { longText, longWord, refused } from './samples.ts';

export const refuse = async (): Promise<never> => {
  throw refused;
};

const confirmDeletion = () =>
  confirmAct({
    title: `Delete ${longWord}?`,
    body: longText,
    consequences: ['25 policies', '3 policy sets', longWord],
    act: 'Delete',
    refused: 'Not deleted',
    typed: 'works',
    onConfirm: refuse,
  });

const undo = async () => notifyDone('Undone');

/** Functions that open a dialog or a notification, by the text of their button. */
const acts: Readonly<Record<string, () => unknown>> = {
  'Confirmation of a deletion': confirmDeletion,
  Done: () => notifyDone(`Saved ${longText}`),
  Failed: () => notifyFailure('Not saved', refused),
  'With undo': () => notifyWithUndo(`Removed ${longWord}`, undo),
};

const Refused = ({ onCancel }: { readonly onCancel: () => void }) => {
  const state = useApiForm({ name: 'works', description: longText }, refuse);
  return (
    <ApiFormView state={state} act="Be refused" onCancel={onCancel}>
      <TextInput {...state.form.field('name', 'Name')} required />
      <Textarea {...state.form.field('description', 'Description')} autosize />
    </ApiFormView>
  );
};

export function Dialogs() {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Section title="Dialogs and notifications">
      <Group gap="xs">
        {Object.entries({ ...acts, 'Form in a dialog': open }).map(([name, act]) => (
          <Button key={name} variant="default" onClick={act}>
            {name}
          </Button>
        ))}
      </Group>
      <FormDialog title={`Add ${longWord}`} isOpen={isOpen} onClose={close}>
        <Refused onCancel={close} />
      </FormDialog>
    </Section>
  );
}
