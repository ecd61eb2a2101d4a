// Fields that forms of exemptions share.
import { Checkbox, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { ApiFailure } from '../../../client/failure.ts';
import { t } from '../texts/exemptions.ts';
import { field, flag } from './api-form.tsx';
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
      <TextInput {...field(form, 'reason', t.reason, t.reasonHint)} required data-autofocus maxLength={1_024} />
      <TextInput {...field(form, 'owner', t.owner, t.ownerHint)} required maxLength={255} />
    </>
  );
}

export function EndFields<Values extends EndDraft>({ form }: { readonly form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput {...field(form, 'expires-at', t.expiresOn)} type="date" disabled={form.getValues().isEndless} />
      <Checkbox {...flag(form, 'isEndless', t.withoutEnd, t.withoutEndHint)} />
    </>
  );
}
