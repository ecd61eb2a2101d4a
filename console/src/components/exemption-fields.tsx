// Fields that several exemption forms share.
import { Checkbox, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { ApiFailure } from '../../../client/failure.ts';
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

/**
 * Returns the chosen expiry as an ISO 8601 time, or null for no expiry. Throws a validation error if neither a day nor
 * “no expiry” was chosen.
 */
export const endOf = ({ isEndless, 'expires-at': day }: EndDraft): string | null => {
  if (isEndless) return null;
  if (day !== '') return endOfDay(day);
  throw new ApiFailure(422, [
    { detail: 'Choose the last day, or select “No end date”.', pointer: '/data/attributes/expires-at' },
  ]);
};

export function ReasonFields<Values extends ReasonDraft>({ form }: { readonly form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput
        {...field(form, 'reason', 'Reason', 'Explain why the exemption is needed.')}
        required
        data-autofocus
        maxLength={1_024}
      />
      <TextInput
        {...field(form, 'owner', 'Owner', 'The person or team responsible for the exemption.')}
        required
        maxLength={255}
      />
    </>
  );
}

export function EndFields<Values extends EndDraft>({ form }: { readonly form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput {...field(form, 'expires-at', 'Last day')} type="date" disabled={form.getValues().isEndless} />
      <Checkbox {...flag(form, 'isEndless', 'No end date', 'The exemption is active until somebody ends it.')} />
    </>
  );
}
