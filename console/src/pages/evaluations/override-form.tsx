// The form of an override: its reason, and its end.
import { Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Evaluation, overrideEvaluation } from '../../api/evaluations.ts';
import { refresh } from '../../api/refresh.ts';
import { ApiFormView, field, useApiForm } from '../../components/api-form.tsx';
import { endOfDay } from '../../components/day.ts';
import { closeDialog } from '../../components/dialog-store.ts';
import { notifyDone } from '../../components/notify.tsx';
import { t } from '../../texts/evaluations.ts';
import { not } from '../../texts/refusals.ts';

export function OverrideForm({ evaluation }: { readonly evaluation: Evaluation }) {
  const queryClient = useQueryClient();
  const state = useApiForm({ comment: '', 'expires-at': '' }, async ({ comment, 'expires-at': day }) => {
    await overrideEvaluation(evaluation.id, { comment, 'expires-at': endOfDay(day) });
    await refresh(queryClient, 'evaluation', evaluation.id);
    notifyDone(t.overridden);
  });
  return (
    <ApiFormView state={state} act={t.override} refused={not.overridden} onDone={closeDialog} onCancel={closeDialog}>
      <Text size="sm">{t.overrideBody}</Text>
      <Textarea
        {...field(state.form, 'comment', t.comment)}
        required
        autosize
        minRows={3}
        maxLength={4_096}
        data-autofocus
      />
      <TextInput {...field(state.form, 'expires-at', t.untilDay, t.untilDayHint)} type="date" />
    </ApiFormView>
  );
}
