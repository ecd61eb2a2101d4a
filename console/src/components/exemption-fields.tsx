// Fields that several forms for exemptions, requests and overrides share.
import { Checkbox, TextInput } from '@mantine/core';
import { ApiFailure } from '../../../client/failure.ts';
import { exactTime } from '../api/time-preference.ts';
import { counted } from '../texts/counted.ts';
import type { ApiForm } from './api-form.tsx';
import { dayOf, endOfDay } from './day.ts';
import { useNow } from './relative-time.ts';
import { dayLength } from './utc-day.ts';

export interface EndDraft extends Record<string, unknown> {
  'expires-at': string;
  isEndless: boolean;
}

export interface ReasonDraft extends Record<string, unknown> {
  reason: string;
  owner: string;
}

/** Maximum duration in days, as in the settings of an organization. Null if there is no maximum. */
export type MaxDays = number | null;

/**
 * Returns the chosen expiry as an ISO 8601 time, or null for no expiry. If the organization has a maximum duration and
 * no day was chosen, the service applies the maximum. Without a maximum, throws a validation error if neither a day nor
 * “no expiry” was chosen.
 */
export function endOf({ isEndless, 'expires-at': day }: EndDraft, max: MaxDays): string | null {
  if (max === null && isEndless) return null;
  if (max !== null || day !== '') return endWithin(day, max);
  throw refusalOf('Choose the last day, or select “No end date”.');
}

const refusalOf = (detail: string): ApiFailure =>
  new ApiFailure(422, [{ detail, pointer: '/data/attributes/expires-at' }]);

/** Latest day that ends before a maximum duration from now. A day ends at midnight. */
const lastDayIn = (days: number, now: number): string => dayOf(new Date(now + (days - 1) * dayLength).toISOString());

/** Returns the end of a day as an ISO 8601 time, or null if the day is empty. Throws if the day is too late. */
export function endWithin(day: string, max: MaxDays): string | null {
  if (max !== null && day > lastDayIn(max, Date.now()))
    throw refusalOf(
      `The maximum is ${counted(max, 'day')}: choose ${lastDayIn(max, Date.now())} or an earlier day, or leave the field empty.`,
    );
  return endOfDay(day);
}

export function ReasonFields<Values extends ReasonDraft>({ form }: { readonly form: ApiForm<Values>['form'] }) {
  return (
    <>
      <TextInput
        {...form.field('reason', 'Reason')}
        description="Explain why the exemption is needed."
        required
        data-autofocus
        maxLength={1_024}
      />
      <TextInput
        {...form.field('owner', 'Owner')}
        description="The person or team responsible for the exemption."
        required
        maxLength={255}
      />
    </>
  );
}

interface LastDayProps<Values extends { 'expires-at': string }> {
  readonly form: ApiForm<Values>['form'];
  readonly max: MaxDays;
  /** Text below the field if the organization has no maximum duration. */
  readonly withoutMax?: string;
  readonly disabled?: boolean;
}

/** Field for the last day. If there is a maximum duration, the field names it and offers no later day. */
export function LastDayField<Values extends { 'expires-at': string }>(props: LastDayProps<Values>) {
  const { form, max, withoutMax, disabled = false } = props;
  const now = useNow(60_000);
  if (max === null)
    return (
      <TextInput {...form.field('expires-at', 'Last day')} description={withoutMax} type="date" disabled={disabled} />
    );
  const latest = new Date(now + max * dayLength).toISOString();
  const text = `The maximum is ${counted(max, 'day')}. If this is empty, the end is ${exactTime(latest)}.`;
  return (
    <TextInput {...form.field('expires-at', 'Last day')} description={text} type="date" max={lastDayIn(max, now)} />
  );
}

interface EndFieldsProps<Values extends EndDraft> {
  readonly form: ApiForm<Values>['form'];
  readonly max: MaxDays;
}

export function EndFields<Values extends EndDraft>({ form, max }: EndFieldsProps<Values>) {
  return (
    <>
      <LastDayField form={form} max={max} disabled={form.getValues().isEndless} />
      {max === null && (
        <Checkbox
          {...form.flag('isEndless', 'No end date')}
          description="The exemption is active until somebody ends it."
        />
      )}
    </>
  );
}
