// The fields of a policy that forms share.
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type Kind, type Level, levelsOf } from '../../api/policies.ts';
import { t } from '../../texts/policies.ts';

/** Fields that a form of a policy sets. */
export interface PolicyFields extends Record<string, unknown> {
  query: string;
  'enforcement-level': Level;
  description: string;
  shadow: boolean;
  /** Empty where it is left to the sets. */
  input: string;
}

const levelOptions = (kind: Kind) => levelsOf(kind).map((value) => ({ value, label: t.levelName(value) }));

interface FieldsProps<Values extends PolicyFields> {
  readonly form: UseFormReturnType<Values>;
  readonly kind: Kind;
}

export function Fields<Values extends PolicyFields>({ form, kind }: FieldsProps<Values>) {
  return (
    <>
      {kind === 'opa' && (
        <TextInput label={t.query} description={t.queryHint} spellCheck={false} {...form.getInputProps('query')} />
      )}
      <NativeSelect
        label={t.level}
        description={t.levelHint}
        data={levelOptions(kind)}
        {...form.getInputProps('enforcement-level')}
      />
      <Textarea
        label={t.description}
        description={t.descriptionHint}
        autosize
        minRows={2}
        maxRows={10}
        {...form.getInputProps('description')}
      />
      {kind === 'opa' && (
        <TextInput label={t.input} description={t.inputHint} spellCheck={false} {...form.getInputProps('input')} />
      )}
      <Switch label={t.shadow} description={t.shadowHint} {...form.getInputProps('shadow', { type: 'checkbox' })} />
    </>
  );
}
