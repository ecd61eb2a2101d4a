// Developer page with states that the other pages rarely show: loading, failed, empty and rejected, and dialogs and
// notifications with long texts.
import { Alert, Button, Checkbox, Code, Group, Switch, TextInput } from '@mantine/core';
import { ChangedElsewhere } from '../components/changed-elsewhere.tsx';
import { DeletionSection } from '../components/deletion-section.tsx';
import { EmptyList } from '../components/empty-list.tsx';
import { Failure } from '../components/failure.tsx';
import { FileDrop } from '../components/file-drop.tsx';
import { PageLink } from '../components/links.tsx';
import { LoadTogether } from '../components/load-together.tsx';
import { notifyDone } from '../components/notify.tsx';
import { Page } from '../components/page.tsx';
import { QueryState } from '../components/query-state.tsx';
import { SecretOnce } from '../components/secret.tsx';
import { Section } from '../components/section.tsx';
import { Dialogs, refuse } from './dialogs.tsx';
import { failures, longText, longWord } from './samples.ts';

const Fields = () => (
  <Section title="Fields">
    <TextInput label="Invalid" defaultValue="works" error={`Name has already been taken. ${longText}`} />
    <TextInput label="Disabled" disabled defaultValue="works" />
    <Group>
      <Checkbox label="Some" indeterminate />
      <Checkbox label="Disabled" disabled />
      <Switch label="Off, with a description" description={longText} />
      <Button loading>Saving</Button>
      <Button disabled>Not now</Button>
    </Group>
    <FileDrop hint={longText} act="Choose a file" accept=".json" isBusy onFile={({ name }) => notifyDone(name)} />
  </Section>
);

const differences = [
  { name: 'Description', before: 'none', now: longText },
  { name: 'Level', before: 'advisory', now: longWord },
];

export const States = () => (
  <Page
    title="States"
    intro={
      <>
        States that the other pages rarely show. Only <Code>npm run dev</Code> serves this page.
      </>
    }
    trail={<PageLink to="/">Home</PageLink>}
  >
    <Dialogs />
    <Section title="Failures">
      {Object.entries(failures).map(([name, failure]) => (
        <Failure key={name} error={failure} onRetry={() => notifyDone(name)} />
      ))}
    </Section>
    <Section title="Alerts">
      <Alert color="yellow" title={longWord}>
        {longText}
      </Alert>
      <SecretOnce title="The token" secret={longWord} />
      <ChangedElsewhere
        differences={differences}
        onReload={() => notifyDone('Loaded')}
        onSave={() => notifyDone('Saved')}
      />
    </Section>
    <Fields />
    <Section title="List that is loading">
      <QueryState data={undefined} error={null} refetch={refuse} />
    </Section>
    <Section title="Empty list">
      <EmptyList
        text="There are no organizations yet."
        hint={longText}
        command={`tipstaff organization create --name ${longWord}`}
      />
    </Section>
    <LoadTogether>
      <Section title="Sections that appear together">{longText}</Section>
    </LoadTogether>
    <DeletionSection title="Delete the organization" hint={longText} onDelete={refuse} />
  </Page>
);
