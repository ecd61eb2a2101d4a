// Override of an evaluation: its reason, and its end.
import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type Evaluation, overrideEvaluation, refreshEvaluation } from '../../api/evaluations.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { endOfDay } from '../../components/day.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { t } from '../../texts/evaluations.ts';
import { not } from '../../texts/refusals.ts';

/** Button that opens the form; only for evaluations that can be overridden now. */
export function Override({ evaluation }: { readonly evaluation: Evaluation }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const queryClient = useQueryClient();
  const state = useApiForm({ comment: '', 'expires-at': '' }, async ({ comment, 'expires-at': day }) => {
    await overrideEvaluation(evaluation.id, { comment, 'expires-at': endOfDay(day) });
    await refreshEvaluation(queryClient, evaluation.id);
    notifyDone(t.overridden);
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        {t.override}
      </Button>
      <FormDialog title={t.overrideTitle} isOpen={isOpen} onClose={close}>
        <ApiFormView state={state} act={t.override} refused={not.overridden} onDone={close} onCancel={close}>
          <Text size="sm">{t.overrideBody}</Text>
          <Textarea
            label={t.comment}
            required
            autosize
            minRows={3}
            maxLength={4_096}
            data-autofocus
            {...state.form.getInputProps('comment')}
          />
          <TextInput
            type="date"
            label={t.untilDay}
            description={t.untilDayHint}
            {...state.form.getInputProps('expires-at')}
          />
        </ApiFormView>
      </FormDialog>
    </>
  );
}
