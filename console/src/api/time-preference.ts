// How times are shown to the user: the time zone, the clock, and whether lists contain exact times. The browser stores
// this, like the color scheme and the last visited organization, because the service has no preferences of accounts.
import { boot } from './boot.ts';

export interface TimePreference {
  /** IANA name. Empty for the time zone of the browser. */
  readonly zone: string;
  /** `h23` and `h12` are clocks of 24 and 12 hours. Empty for the clock that the browser's language uses. */
  readonly clock: '' | 'h23' | 'h12';
  /** Whether times are exact instead of relative to now. */
  readonly isExact: boolean;
}

const key = `tipstaff-times-${boot.userId}`;

const usual: TimePreference = { zone: '', clock: '', isExact: false };

/** Returns the preference that the browser stores. Returns the default preference if the browser blocks storage. */
function stored(): TimePreference {
  try {
    const value: Partial<TimePreference> = JSON.parse(localStorage.getItem(key) ?? '{}');
    const preference = { ...usual, ...value };
    // Throws if this browser does not know the time zone.
    formatFor(preference);
    return preference;
  } catch {
    return usual;
  }
}

/** Format of an exact time, such as `Nov 30, 2026, 21:05 UTC`. */
const formatFor = ({ zone, clock }: Pick<TimePreference, 'zone' | 'clock'>) => {
  const own = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12;
  return new Intl.DateTimeFormat('en', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    hourCycle: clock === '' ? (own === false ? 'h23' : 'h12') : clock,
    ...(zone !== '' && { timeZone: zone }),
  });
};

let preference = stored();
let format = formatFor(preference);

export const timePreference = (): TimePreference => preference;

/** Stores the preference. Pages that are shown later use it. */
export function preferTimes(next: TimePreference): void {
  preference = next;
  format = formatFor(next);
  try {
    localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // If the browser blocks storage, the preference applies until the page is reloaded.
  }
}

/** Formats a time as `Nov 30, 2026, 21:05 UTC`. */
export const exactTime = (iso: string): string => format.format(new Date(iso));

/** Returns the date and time of a moment, in ms, in the user's time zone, without a zone: `2026-11-30T21:05:00`. */
function clockAt(moment: number): string {
  const { timeZone } = format.resolvedOptions();
  // The Swedish format is that of ISO 8601.
  return new Date(moment).toLocaleString('sv', { timeZone }).replace(' ', 'T');
}

/** Offset of the user's time zone from UTC, in ms. */
const offsetAt = (moment: number): number => Date.parse(`${clockAt(moment)}Z`) - Math.floor(moment / 1_000) * 1_000;

/** Returns the day of an ISO 8601 time in the user's time zone: `2026-11-30`. */
export const localDay = (iso: string): string => clockAt(Date.parse(iso)).slice(0, 'yyyy-mm-dd'.length);

/** Converts a date and time in the user's time zone, such as `2026-11-30T21:05:00`, to ISO 8601. */
export function fromLocal(text: string): string {
  const asUtc = Date.parse(`${text}Z`);
  const nearby = asUtc - offsetAt(asUtc);
  // The offset is read again, because clocks may change between `asUtc` and `nearby`.
  return new Date(asUtc - offsetAt(nearby)).toISOString();
}
