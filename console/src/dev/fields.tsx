// Sample form fields in all their states, forms whose values the service rejects, and dialogs with forms.
import {
  Autocomplete,
  Button,
  Checkbox,
  FileInput,
  Group,
  MultiSelect,
  NativeSelect,
  NumberInput,
  Select,
  SimpleGrid,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { ApiFormView, field, useApiForm } from '../components/api-form.tsx';
import { CandidateSelect } from '../components/candidate-select.tsx';
import { ChangedElsewhere } from '../components/changed-elsewhere.tsx';
import { type EndDraft, EndFields, type ReasonDraft, ReasonFields } from '../components/exemption-fields.tsx';
import { FileDrop } from '../components/file-drop.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { NewOrganizationForm } from '../components/new-organization-form.tsx';
import { notifyDone } from '../components/notify.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { SearchField } from '../components/search-field.tsx';
import { Section } from '../components/section.tsx';
import { longText, longWord, refused } from './samples.ts';

const choices = ['mandatory', 'advisory', longWord];
const error = `Name has already been taken. ${longText}`;

const States = () => (
  <Section title="Fields">
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Name" description="Letters, digits, hyphens and underscores" placeholder="works" />
      <TextInput label="Required" required defaultValue={longWord} />
      <TextInput label="Invalid" defaultValue="works" error={error} />
      <TextInput label="Disabled" disabled defaultValue="works" />
      <TextInput label="Read only" readOnly defaultValue="works" />
      <TextInput label="Day" type="date" defaultValue="2026-01-31" />
      <PasswordField label="Password" defaultValue="correct horse" />
      <PasswordField label="Invalid password" error="Password is too short" />
      <Textarea label="Description" description={longText} autosize minRows={2} defaultValue={longText} />
      <Textarea label="Invalid" autosize minRows={2} error="Reason can’t be blank" />
      <NativeSelect label="Level" data={choices} />
      <Select label="Level with search" data={choices} defaultValue="advisory" searchable />
      <MultiSelect label="Teams" data={choices} defaultValue={choices} />
      <Autocomplete label="Actor" data={choices} placeholder="ada" />
      <NumberInput
        label="Days"
        hideControls={false}
        description="Leave empty to keep everything"
        min={1}
        defaultValue={30}
      />
      <FileInput label="Archive" placeholder="Choose a file" />
      <SearchField label="Search" value="bucket" onSearch={notifyDone} />
      <CandidateSelect
        organization="works"
        members="policies"
        label="Policy"
        none="No policy has this name."
        placeholder="Find a policy"
      />
    </SimpleGrid>
    <Group>
      <Checkbox label="Chosen" defaultChecked />
      <Checkbox label="Some" indeterminate />
      <Checkbox label="Disabled" disabled />
      <Switch label="On" defaultChecked />
      <Switch label="Off, with a description" description={longText} />
      <Switch label="Disabled" disabled />
    </Group>
    <FileDrop hint="Drop a plan in JSON here" act="Choose a file" accept=".json" isBusy={false} onFile={fileTaken} />
    <FileDrop hint={longText} act="Choose a file" accept=".json" isBusy onFile={fileTaken} />
  </Section>
);

function fileTaken({ name }: File): void {
  notifyDone(name);
}

const refuse = async (): Promise<never> => {
  await new Promise((done) => setTimeout(done, 500));
  throw refused;
};

const Refused = ({ onCancel }: { readonly onCancel?: () => void }) => {
  const state = useApiForm({ name: 'works', description: longText }, refuse);
  return (
    <ApiFormView state={state} act="Be refused" {...(onCancel && { onCancel })}>
      <TextInput {...field(state.form, 'name', 'Name')} required />
      <Textarea {...field(state.form, 'description', 'Description')} autosize />
    </ApiFormView>
  );
};

const someExemption: EndDraft & ReasonDraft = { reason: longText, owner: longWord, 'expires-at': '', isEndless: true };

const Exemption = () => {
  const state = useApiForm(someExemption, refuse);
  return (
    <ApiFormView state={state} act="Exempt">
      <ReasonFields form={state.form} />
      <EndFields form={state.form} />
    </ApiFormView>
  );
};

const differences = [
  { name: 'Description', before: 'none', now: longText },
  { name: 'Level', before: 'advisory', now: longWord },
];

export function Fields() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [choice, setChoice] = useState('No choice yet.');
  return (
    <>
      <States />
      <Section
        title="Forms"
        intro={choice}
        actions={
          <Button variant="default" size="xs" onClick={open}>
            Form in a dialog
          </Button>
        }
      >
        <Refused />
        <Exemption />
        <ChangedElsewhere
          differences={differences}
          onReload={() => setChoice('You loaded the current values.')}
          onSave={() => setChoice('You saved your changes.')}
        />
        <NewOrganizationForm email="ada@example.com" onCreated={notifyDone} />
        <FormDialog title={`Add ${longWord}`} isOpen={isOpen} onClose={close}>
          <Refused onCancel={close} />
        </FormDialog>
      </Section>
    </>
  );
}
