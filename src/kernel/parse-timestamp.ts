import { timestamp } from './clock.ts';

const isoForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * Converts an ISO 8601 time to the stored format. A date without a time means midnight UTC. Returns undefined for any
 * other text.
 */
export const parseTimestamp = (text: string | undefined): string | undefined => {
  if (text === undefined || !isoForm.test(text)) return undefined;
  const isZoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text) || !text.includes('T');
  const milliseconds = Date.parse(isZoned ? text : `${text}Z`);
  return Number.isNaN(milliseconds) ? undefined : timestamp(milliseconds);
};
