// Buttons that change the expiry of an active exemption or end the exemption immediately.
import { Button, Text } from '@mantine/core';
import { changeExemption, deleteExemption, type Exemption } from '../../api/exemptions.ts';
import { forget, refresh } from '../../api/refresh.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { confirmAct } from '../../components/confirm.tsx';
import { dayOf } from '../../components/day.ts';
import { type EndDraft, EndFields, endOf } from '../../components/exemption-fields.tsx';
import { FormButton } from '../../components/form-button.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { scopeOf } from './columns.tsx';
import { useRights } from './frame.tsx';

interface ActProps {
  readonly exemption: Exemption;
}

interface ActsProps extends ActProps {
  /** Called after the exemption was ended. */
  readonly onEnd?: () => unknown;
}

const ChangeEnd = ({ exemption, onClose }: ActProps & { readonly onClose: () => void }) => {
  const { maxDays, needsRequest } = useRights();
  const { 'expires-at': end } = exemption.attributes;
  const opened: EndDraft = { 'expires-at': dayOf(end), isEndless: end === null };
  const state = useApiForm(opened, async (draft) => {
    await changeExemption(exemption.id, { 'expires-at': endOf(draft, maxDays) });
    await refresh('exemption');
    notifyDone('The end date of the exemption was changed.');
  });
  return (
    <ApiFormView state={state} act="Save" onDone={onClose} onCancel={onClose}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {scopeOf(exemption)}
      </Text>
      {needsRequest && (
        <Text size="sm">The end can only be moved to an earlier day. For a later end, ask for a new exemption.</Text>
      )}
      <EndFields form={state.form} max={maxDays} />
    </ApiFormView>
  );
};

const ChangeEndButton = ({ exemption }: ActProps) => (
  <FormButton
    act="Change"
    title="Change the end date"
    size="compact-sm"
    variant="default"
    aria-label={`Change the end date of the exemption for ${scopeOf(exemption)}`}
  >
    {(close) => <ChangeEnd exemption={exemption} onClose={close} />}
  </FormButton>
);

const EndButton = ({ exemption, onEnd }: ActsProps) => {
  const what = scopeOf(exemption);
  const confirmEnd = () =>
    confirmAct({
      title: `End the exemption “${what}”?`,
      body: 'The policy applies again from the next evaluation.',
      act: 'End',
      refused: 'Not ended',
      onConfirm: async () => {
        await deleteExemption(exemption.id);
        notifyDone('The exemption has ended.');
        await onEnd?.();
        await forget('exemption', exemption.id);
      },
    });
  return (
    <Button size="compact-sm" variant="default" aria-label={`End the exemption for ${what}`} onClick={confirmEnd}>
      End
    </Button>
  );
};

/**
 * Buttons for an exemption. An ended exemption has none. If the exemption applies to all enforcement levels, only users
 * who manage policies can extend it.
 */
export const ExemptionActs = ({ exemption, ...rest }: ActsProps) => {
  const { isManager } = useRights();
  const { status, 'covers-all-levels': coversAll } = exemption.attributes;
  if (status !== 'active') return null;
  return (
    <>
      {(isManager || !coversAll) && <ChangeEndButton exemption={exemption} />}
      <EndButton exemption={exemption} {...rest} />
    </>
  );
};
