import { timestamp } from './clock.ts';

const isoForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** A moment given as ISO 8601 (a date alone is its first moment, UTC) in the stored form; undefined when it is none. */
export const parseTimestamp = (text: string | undefined): string | undefined => {
  if (text === undefined || !isoForm.test(text)) return undefined;
  const isZoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text) || !text.includes('T');
  const milliseconds = Date.parse(isZoned ? text : `${text}Z`);
  return Number.isNaN(milliseconds) ? undefined : timestamp(milliseconds);
};
