// Form for overriding an evaluation, with a reason and an expiry.
import { Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Evaluation, overrideEvaluation } from '../../api/evaluations.ts';
import { organizationQuery, overrideMaxDays } from '../../api/organizations.ts';
import { refresh } from '../../api/refresh.ts';
import { ApiFormView, field, useApiForm } from '../../components/api-form.tsx';
import { closeDialog } from '../../components/dialog-store.ts';
import { endWithin, LastDayField } from '../../components/exemption-fields.tsx';
import { notifyDone } from '../../components/notify.tsx';

interface OverrideFormProps {
  readonly organization: string;
  readonly evaluation: Evaluation;
}

export function OverrideForm({ organization, evaluation }: OverrideFormProps) {
  const queryClient = useQueryClient();
  const { data } = useQuery(organizationQuery(organization));
  const max = data === undefined ? null : overrideMaxDays(data.data);
  const state = useApiForm({ comment: '', 'expires-at': '' }, async ({ comment, 'expires-at': day }) => {
    await overrideEvaluation(evaluation.id, { comment, 'expires-at': endWithin(day, max) });
    await refresh(queryClient, 'evaluation', evaluation.id);
    notifyDone('The evaluation was overridden.');
  });
  return (
    <ApiFormView state={state} act="Override" refused="Not overridden" onDone={closeDialog} onCancel={closeDialog}>
      <Text size="sm">The run can continue although policies failed. Your comment is recorded with your name.</Text>
      <Textarea
        {...field(state.form, 'comment', 'Comment')}
        required
        autosize
        minRows={3}
        maxLength={4_096}
        data-autofocus
      />
      <LastDayField form={state.form} max={max} withoutMax="Leave empty for an override without an end date." />
    </ApiFormView>
  );
}
