// The fields of a policy set that forms share.
import { Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../texts/policy-sets.ts';

/** Fields that a form of a policy set sets. */
export interface SetFields extends Record<string, unknown> {
  description: string;
  global: boolean;
  overridable: boolean;
  shadow: boolean;
  /** Empty for the usual one. */
  input: string;
}

export function Fields<Values extends SetFields>({ form }: { readonly form: UseFormReturnType<Values> }) {
  return (
    <>
      <Textarea label={t.description} autosize minRows={2} maxRows={10} {...form.getInputProps('description')} />
      <Switch label={t.global} description={t.globalHint} {...form.getInputProps('global', { type: 'checkbox' })} />
      <Switch
        label={t.overridable}
        description={t.overridableHint}
        {...form.getInputProps('overridable', { type: 'checkbox' })}
      />
      <TextInput label={t.input} description={t.inputHint} spellCheck={false} {...form.getInputProps('input')} />
      <Switch label={t.shadow} description={t.shadowHint} {...form.getInputProps('shadow', { type: 'checkbox' })} />
    </>
  );
}
