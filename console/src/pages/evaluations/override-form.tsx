// Form for overriding an evaluation, with a reason, a scope and an expiry.
import { Radio, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Evaluation, overrideEvaluation, workspaceOf } from '../../api/evaluations.ts';
import { organizationQuery, overrideMaxDays } from '../../api/organizations.ts';
import { refresh } from '../../api/refresh.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { closeDialog } from '../../components/dialog-store.ts';
import { endWithin, LastDayField } from '../../components/exemption-fields.tsx';
import { notifyDone } from '../../components/notify.tsx';

type Scope = 'evaluation' | 'same-findings';

interface Draft extends Record<string, unknown> {
  comment: string;
  'applies-to': Scope;
  'expires-at': string;
}

/** Maximum duration of an approval in days if the organization has no maximum duration of overrides. */
const approvalMaxDays = 7;

const doneTexts = {
  evaluation: 'The evaluation was overridden.',
  'same-findings': 'The evaluation was overridden. Later plans with the same findings will be overridden, too.',
} as const;

/** Whether the override can also apply to later plans. Only failed evaluations of a workspace permit this. */
const canLast = (evaluation: Evaluation): boolean =>
  evaluation.attributes.status === 'failed' && workspaceOf(evaluation) !== null;

type Form = ReturnType<typeof useApiForm<Draft>>['form'];

const ScopeField = ({ form }: { readonly form: Form }) => (
  <Radio.Group {...form.field('applies-to', 'What to override')}>
    <Stack gap="xs" mt={4}>
      <Radio value="evaluation" label="This evaluation" description="A later plan needs a new override." />
      <Radio
        value="same-findings"
        label="The same findings in this workspace"
        description="Later plans are overridden, too, if only findings of this evaluation block them. If a value changes or another finding blocks, a new override is needed."
      />
    </Stack>
  </Radio.Group>
);

interface OverrideFormProps {
  readonly organization: string;
  readonly evaluation: Evaluation;
}

export function OverrideForm({ organization, evaluation }: OverrideFormProps) {
  const { data } = useQuery(organizationQuery(organization));
  const max = data === undefined ? null : overrideMaxDays(data.data);
  const maxOf = (scope: Scope) => max ?? (scope === 'same-findings' ? approvalMaxDays : null);
  const initial: Draft = { comment: '', 'applies-to': 'evaluation', 'expires-at': '' };
  const state = useApiForm(initial, async ({ comment, 'applies-to': scope, 'expires-at': day }) => {
    await overrideEvaluation(evaluation.id, {
      comment,
      'applies-to': scope,
      'expires-at': endWithin(day, maxOf(scope)),
    });
    await Promise.all([refresh('evaluation', evaluation.id), refresh('policy-approvals', organization)]);
    notifyDone(doneTexts[scope]);
  });
  const { form } = state;
  return (
    <ApiFormView state={state} act="Override" refused="Not overridden" onDone={closeDialog} onCancel={closeDialog}>
      <Text size="sm">The run can continue although policies failed. Your comment is recorded with your name.</Text>
      <Textarea {...form.field('comment', 'Comment')} required autosize minRows={3} maxLength={4_096} data-autofocus />
      {canLast(evaluation) && <ScopeField form={form} />}
      <LastDayField
        form={form}
        max={maxOf(form.getValues()['applies-to'])}
        withoutMax="Leave empty for an override without an end date."
      />
    </ApiFormView>
  );
}
