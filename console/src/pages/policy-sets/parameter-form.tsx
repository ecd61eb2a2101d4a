// Forms that add a parameter to a policy set and change it.
import { Checkbox, TextInput } from '@mantine/core';
import { createParameter, type Parameter, readParameter, updateParameter } from '../../api/parameters.ts';
import { refresh } from '../../api/refresh.ts';
import type { ApiForm } from '../../components/api-form.tsx';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { useSharedForm } from '../../components/changed-elsewhere.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { ValueField, valueToSend } from './parameter-value.tsx';
import { useAskingAboutValue } from './question.ts';

interface ParameterFields extends Record<string, unknown> {
  key: string;
  value: string;
  sensitive: boolean;
}

interface FieldsProps {
  readonly form: ApiForm<ParameterFields>['form'];
  /** Whether the stored parameter is sensitive, which cannot be undone. */
  readonly isSealed: boolean;
}

const Fields = ({ form, isSealed }: FieldsProps) => (
  <>
    <TextInput
      {...form.field('key', 'Key')}
      description="Policies read a parameter with the key “limit” as input.parameters.limit."
      required
      maxLength={255}
      spellCheck={false}
      data-autofocus
    />
    <ValueField form={form} isKept={isSealed} />
    <Checkbox
      {...form.flag('sensitive', 'Sensitive')}
      description="The value is encrypted, masked in results, and never shown again. Anybody who may upload code of the set can still read the value with a policy. A sensitive parameter cannot be made visible again."
      disabled={isSealed}
    />
  </>
);

interface FormProps {
  readonly set: string;
  /** Receives the notices of the service about the saved parameter. */
  readonly onSaved: (notices: readonly string[]) => void;
  readonly onClose: () => void;
}

interface Saved {
  readonly meta?: { readonly notices?: readonly string[] };
}

/** Refreshes the list after a parameter was saved, and closes the dialog. */
async function done({ set, onSaved, onClose }: FormProps, { meta }: Saved, key: string): Promise<void> {
  const notices = meta?.notices ?? [];
  if (notices.length === 0) notifyDone(`The parameter ${key} was saved.`);
  onSaved(notices);
  await refresh('parameters', set);
  onClose();
}

export function NewParameter(props: FormProps) {
  const initial: ParameterFields = { key: '', value: '', sensitive: false };
  const ask = useAskingAboutValue(props.set);
  const state = useApiForm(initial, async (values) => {
    await ask(values.key);
    const document = await createParameter(props.set, { ...values, category: 'policy-set' });
    await done(props, document, values.key);
  });
  return (
    <ApiFormView state={state} act="Add the parameter" refused="Not added" onCancel={props.onClose}>
      <Fields form={state.form} isSealed={false} />
    </ApiFormView>
  );
}

const fieldsOf = ({ attributes: { key, value, sensitive } }: Parameter): ParameterFields => ({
  key,
  value: value ?? '',
  sensitive,
});

export function ChangeParameter({ parameter, ...props }: FormProps & { readonly parameter: Parameter }) {
  const { set, onClose } = props;
  const ask = useAskingAboutValue(set);
  const { state, notice } = useSharedForm<ParameterFields>({
    opened: fieldsOf(parameter),
    read: async () => {
      const { data, etag } = await readParameter(set, parameter.id);
      return { data: fieldsOf(data.data), etag };
    },
    save: async ({ value, ...values }, now) => {
      if (value !== now.data.value) await ask(values.key);
      const attributes = { ...values, ...valueToSend(value, now.data.sensitive) };
      const document = await updateParameter(set, parameter.id, attributes, now.etag);
      await done(props, document, values.key);
      return fieldsOf(document.data);
    },
  });
  return (
    <ApiFormView state={state} act="Save" onCancel={onClose}>
      {notice}
      <Fields form={state.form} isSealed={parameter.attributes.sensitive} />
    </ApiFormView>
  );
}
