// Fields that several policy forms share.
import { NativeSelect, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { forecastQuery } from '../../api/introductions.ts';
import { isMandatory, type Kind, type Level, levelsOf } from '../../api/policies.ts';
import type { ApiForm } from '../../components/api-form.tsx';
import { Dimmed } from '../../components/dimmed.tsx';
import {
  effectText,
  foundText,
  type Introduction,
  introductionsOf,
  introductionTexts,
} from '../../texts/introductions.ts';

/** Values of the form fields for a policy. */
export interface PolicyFields extends Record<string, unknown> {
  query: string;
  'enforcement-level': Level;
  description: string;
  introduction: Introduction;
  /** Structure of the input that the policy gets. Empty if the policy set determines it. */
  input: string;
}

const levelOptions = (kind: Kind) =>
  levelsOf(kind).map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

interface FieldsProps<Values extends PolicyFields> {
  readonly form: ApiForm<Values>['form'];
  readonly kind: Kind;
  /** Identifier of the policy. Absent for a new policy, which has no results yet. */
  readonly policy?: string | undefined;
}

const inputHint =
  'Location of the plan in the input. If this is “plan”, the plan is at input.plan. If this is “raw”, the plan is the whole input. Any other word, for example “tfplan”, is the key of the plan. Leave empty to use the setting of the policy set.';

function IntroductionField<Values extends PolicyFields>({ form, kind, policy = '' }: FieldsProps<Values>) {
  const { data } = useQuery({ ...forecastQuery(policy), enabled: policy !== '' && kind === 'opa' });
  const isBlocking = isMandatory(form.getValues()['enforcement-level']);
  const descriptionOf = (value: Introduction): string => {
    const effect = data === undefined || !isBlocking ? '' : effectText(value, data);
    return [introductionTexts[value].consequence, effect].filter((text) => text !== '').join(' ');
  };
  return (
    <Radio.Group
      {...form.field('introduction', 'Introduction')}
      description="How a mandatory policy starts to block plans. An advisory policy blocks no plan."
    >
      <Stack gap="xs" mt="xs">
        {introductionsOf(kind).map((value) => (
          <Radio key={value} value={value} label={introductionTexts[value].name} description={descriptionOf(value)} />
        ))}
        {data !== undefined && <Dimmed>{foundText(data)}</Dimmed>}
      </Stack>
    </Radio.Group>
  );
}

export function Fields<Values extends PolicyFields>({ form, kind, policy }: FieldsProps<Values>) {
  return (
    <>
      {kind === 'opa' && (
        <TextInput
          {...form.field('query', 'Query')}
          description="The rule that is evaluated, for example data.buckets.deny. The policy passes if the result is empty."
          spellCheck={false}
        />
      )}
      <NativeSelect
        {...form.field('enforcement-level', 'Enforcement level')}
        description="A mandatory policy blocks plans that fail it. An advisory policy only shows its findings."
        data={levelOptions(kind)}
      />
      <Textarea
        {...form.field('description', 'Description')}
        description="One sentence about what the policy requires."
        autosize
        minRows={2}
        maxRows={10}
      />
      {kind === 'opa' && (
        <TextInput {...form.field('input', 'Input form')} description={inputHint} spellCheck={false} />
      )}
      <IntroductionField form={form} kind={kind} policy={policy} />
    </>
  );
}
