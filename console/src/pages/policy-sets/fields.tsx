// Fields that several policy set forms share.
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { ApiForm } from '../../components/api-form.tsx';
import {
  type UnknownValuesSetting,
  unknownValuesEffect,
  unknownValuesLabel,
  unknownValuesOptions,
} from '../../texts/unknown-values.ts';

/** Values of the form fields for a policy set. */
export interface SetFields extends Record<string, unknown> {
  description: string;
  global: boolean;
  overridable: boolean;
  shadow: boolean;
  /** Structure of the input that the policies of the set get. Empty for the default. */
  input: string;
  'unknown-values': UnknownValuesSetting;
}

export function Fields<Values extends SetFields>({ form }: { readonly form: ApiForm<Values>['form'] }) {
  return (
    <>
      <Textarea {...form.field('description', 'Description')} autosize minRows={2} maxRows={10} />
      <Switch
        {...form.flag('global', 'Applies to everything')}
        description="The policy set applies to every workspace of the organization, except excluded workspaces."
      />
      <Switch
        {...form.flag('overridable', 'Can be overridden')}
        description="People with the permission “Override policies” can enter a comment and let a failed plan continue."
      />
      <TextInput
        {...form.field('input', 'Input form')}
        description="Location of the plan in the input, for policies without their own setting. If this is empty or “plan”, the plan is at input.plan. If this is “raw”, the plan is the whole input. Any other word, for example “tfplan”, is the key of the plan."
        spellCheck={false}
      />
      <NativeSelect
        {...form.field('unknown-values', unknownValuesLabel)}
        description={`${unknownValuesEffect(form.getValues()['unknown-values'])} The stricter setting of the organization and of the policy set applies.`}
        data={unknownValuesOptions}
      />
      <Switch
        {...form.flag('shadow', 'Shadow mode')}
        description="The policies of the set are evaluated and shown with each plan, but never block a plan."
      />
    </>
  );
}
