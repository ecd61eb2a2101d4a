// Fields that several policy forms share.
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type Kind, type Level, levelsOf } from '../../api/policies.ts';
import { field, flag } from '../../components/api-form.tsx';

/** Values of the form fields for a policy. */
export interface PolicyFields extends Record<string, unknown> {
  query: string;
  'enforcement-level': Level;
  description: string;
  shadow: boolean;
  /** Input form of the policy. Empty if the input form of the policy set applies. */
  input: string;
}

const levelOptions = (kind: Kind) =>
  levelsOf(kind).map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

interface FieldsProps<Values extends PolicyFields> {
  readonly form: UseFormReturnType<Values>;
  readonly kind: Kind;
}

const inputHint =
  'Location of the plan in the input. If this is “plan”, the plan is at input.plan. If this is “raw”, the plan is the whole input. Any other word, for example “tfplan”, is the key of the plan. Leave empty to use the setting of the policy set.';

export function Fields<Values extends PolicyFields>({ form, kind }: FieldsProps<Values>) {
  return (
    <>
      {kind === 'opa' && (
        <TextInput
          {...field(
            form,
            'query',
            'Query',
            'The rule that is evaluated, for example data.buckets.deny. The policy passes if the result is empty.',
          )}
          spellCheck={false}
        />
      )}
      <NativeSelect
        {...field(
          form,
          'enforcement-level',
          'Enforcement level',
          'A mandatory policy blocks plans that fail it. An advisory policy only shows its findings.',
        )}
        data={levelOptions(kind)}
      />
      <Textarea
        {...field(form, 'description', 'Description', 'One sentence about what the policy requires.')}
        autosize
        minRows={2}
        maxRows={10}
      />
      {kind === 'opa' && <TextInput {...field(form, 'input', 'Input form', inputHint)} spellCheck={false} />}
      <Switch
        {...flag(
          form,
          'shadow',
          'Shadow mode',
          'The policy is evaluated and shown with each plan, but never blocks a plan.',
        )}
      />
    </>
  );
}
