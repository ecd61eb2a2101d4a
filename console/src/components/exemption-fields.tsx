// Fields that forms of exemptions share.
import { Checkbox, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { ApiFailure } from '../../../client/failure.ts';
import { t } from '../texts/exemptions.ts';
import { endOfDay } from './day.ts';

export interface EndDraft extends Record<string, unknown> {
  'expires-at': string;
  isEndless: boolean;
}

export interface ReasonDraft extends Record<string, unknown> {
  reason: string;
  owner: string;
}

/** The end that a person chose; refused where they forgot to. */
export const endOf = ({ isEndless, 'expires-at': day }: EndDraft): string | null => {
  if (isEndless) return null;
  if (day !== '') return endOfDay(day);
  throw new ApiFailure(422, [{ detail: t.needsDay, pointer: '/data/attributes/expires-at' }]);
};

export function ReasonFields<Values extends ReasonDraft>({ form }: { readonly form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput
        label={t.reason}
        description={t.reasonHint}
        required
        data-autofocus
        maxLength={1_024}
        {...form.getInputProps('reason')}
      />
      <TextInput label={t.owner} description={t.ownerHint} required maxLength={255} {...form.getInputProps('owner')} />
    </>
  );
}

export function EndFields<Values extends EndDraft>({ form }: { readonly form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput
        type="date"
        label={t.expiresOn}
        disabled={form.getValues().isEndless}
        {...form.getInputProps('expires-at')}
      />
      <Checkbox
        label={t.withoutEnd}
        description={t.withoutEndHint}
        {...form.getInputProps('isEndless', { type: 'checkbox' })}
      />
    </>
  );
}
