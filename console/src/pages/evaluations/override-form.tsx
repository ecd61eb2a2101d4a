// Form for overriding an evaluation, with a reason and an expiry.
import { Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Evaluation, overrideEvaluation } from '../../api/evaluations.ts';
import { refresh } from '../../api/refresh.ts';
import { ApiFormView, field, useApiForm } from '../../components/api-form.tsx';
import { endOfDay } from '../../components/day.ts';
import { closeDialog } from '../../components/dialog-store.ts';
import { notifyDone } from '../../components/notify.tsx';

export function OverrideForm({ evaluation }: { readonly evaluation: Evaluation }) {
  const queryClient = useQueryClient();
  const state = useApiForm({ comment: '', 'expires-at': '' }, async ({ comment, 'expires-at': day }) => {
    await overrideEvaluation(evaluation.id, { comment, 'expires-at': endOfDay(day) });
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
      <TextInput
        {...field(state.form, 'expires-at', 'Last day', 'Leave empty for an override without an end date.')}
        type="date"
      />
    </ApiFormView>
  );
}
