// The fields of a policy that forms share.
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type Kind, type Level, levelsOf } from '../../api/policies.ts';
import { field, flag } from '../../components/api-form.tsx';
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
      {kind === 'opa' && <TextInput {...field(form, 'query', t.query, t.queryHint)} spellCheck={false} />}
      <NativeSelect {...field(form, 'enforcement-level', t.level, t.levelHint)} data={levelOptions(kind)} />
      <Textarea {...field(form, 'description', t.description, t.descriptionHint)} autosize minRows={2} maxRows={10} />
      {kind === 'opa' && <TextInput {...field(form, 'input', t.input, t.inputHint)} spellCheck={false} />}
      <Switch {...flag(form, 'shadow', t.shadow, t.shadowHint)} />
    </>
  );
}
