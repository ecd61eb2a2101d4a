// Form that creates or changes a run task.
import { Checkbox, Group, NumberInput, Textarea, TextInput } from '@mantine/core';
import { createRunTask, type RunTask, updateRunTask } from '../../api/run-tasks.ts';
import { type ApiForm, ApiFormView, changedOnly, useApiForm } from '../../components/api-form.tsx';
import { CopyText } from '../../components/secret.tsx';

interface Draft extends Record<string, unknown> {
  name: string;
  enabled: boolean;
  /** Host names, one on each line. */
  'allowed-hosts': string;
  'external-outcomes-minutes': number | string;
  'hmac-key': string;
}

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const draftOf = (runTask: RunTask | undefined): Draft => ({
  name: runTask?.attributes.name ?? '',
  enabled: runTask?.attributes.enabled ?? true,
  'allowed-hosts': runTask?.attributes['allowed-hosts'].join('\n') ?? 'app.terraform.io',
  'external-outcomes-minutes': runTask?.attributes['external-outcomes-minutes'] ?? 0,
  'hmac-key': runTask === undefined ? newKey() : '',
});

/** Returns the attributes of the request. An empty HMAC key is omitted, so that the stored key stays unchanged. */
const inputFrom = ({ name, enabled, 'hmac-key': key, ...draft }: Draft) => ({
  name,
  enabled,
  'allowed-hosts': draft['allowed-hosts'].split(/\s+/).filter((host) => host !== ''),
  'external-outcomes-minutes': Number(draft['external-outcomes-minutes']),
  ...(key !== '' && { 'hmac-key': key }),
});

const KeyField = ({ form, isNew }: { readonly form: ApiForm<Draft>['form']; readonly isNew: boolean }) => {
  const { 'hmac-key': key } = form.getValues();
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        {...form.field('hmac-key', 'HMAC key')}
        description={
          isNew
            ? 'The platform signs its calls with this key. Enter the same key in the platform now, because the key is not shown again.'
            : 'Leave empty to keep the stored key.'
        }
        flex={1}
        miw="12rem"
        required={isNew}
        maxLength={512}
        spellCheck={false}
      />
      {key !== '' && <CopyText text={key} what="HMAC key" />}
    </Group>
  );
};

interface RunTaskFormProps {
  readonly organization: string;
  /** Run task to change. If absent, the form creates a run task. */
  readonly runTask?: RunTask;
  readonly onDone: (runTask: RunTask) => unknown;
  readonly onClose: () => void;
}

export function RunTaskForm({ organization, runTask, onDone, onClose }: RunTaskFormProps) {
  const isNew = runTask === undefined;
  const state = useApiForm(draftOf(runTask), async (draft, changed) => {
    const input = inputFrom(draft);
    const { data } = isNew
      ? await createRunTask(organization, { ...input, 'hmac-key': draft['hmac-key'] })
      : await updateRunTask(runTask.id, changedOnly(input, changed));
    await onDone(data);
  });
  const { form } = state;
  return (
    <ApiFormView
      state={state}
      act={isNew ? 'Create a run task' : 'Save'}
      refused={isNew ? 'Not created' : 'Not saved'}
      onDone={onClose}
      onCancel={onClose}
    >
      <TextInput {...form.field('name', 'Name')} required maxLength={255} data-autofocus />
      <Textarea
        {...form.field('allowed-hosts', 'Hosts of the run platform')}
        description="One per line, for example app.terraform.io. Plans are fetched only from these hosts, and results are sent only to them."
        required
        autosize
      />
      <KeyField form={form} isNew={isNew} />
      <NumberInput
        {...form.field('external-outcomes-minutes', 'Minutes to wait for external results')}
        description="Waiting time for policies that other programs evaluate, at most 50 minutes. Enter 0 to send results without waiting."
        hideControls={false}
        min={0}
        max={50}
      />
      <Checkbox {...form.flag('enabled', 'Answer calls')} />
    </ApiFormView>
  );
}
