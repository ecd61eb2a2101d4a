// The fields of a policy set that forms share.
import { Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { field, flag } from '../../components/api-form.tsx';
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
      <Textarea {...field(form, 'description', t.description)} autosize minRows={2} maxRows={10} />
      <Switch {...flag(form, 'global', t.global, t.globalHint)} />
      <Switch {...flag(form, 'overridable', t.overridable, t.overridableHint)} />
      <TextInput {...field(form, 'input', t.input, t.inputHint)} spellCheck={false} />
      <Switch {...flag(form, 'shadow', t.shadow, t.shadowHint)} />
    </>
  );
}
