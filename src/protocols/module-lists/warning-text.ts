// Text of the warning about a deprecated module version. Every feature that warns module consumers uses this text.
import { visible } from '../../lib/text/text.ts';

/** Deprecated version, and the version to use instead. */
export interface Warning {
  /** Module as its organization, name and provider, separated by slashes. */
  readonly module: string;
  readonly version: string;
  readonly reason: string | null;
  readonly link: string | null;
  /** Newest version that is not deprecated. Null if there is none. */
  readonly newest: string | null;
}

/** Heading of the warnings (decisions, module versions and deprecation). */
export const heading = 'Warning: Deprecated modules found, consider installing an updated version.';

/** Returns the warning about one version, on one line. */
export function lineOf({ module, version, reason, link, newest }: Warning): string {
  const why = between(': ', inLine(reason ?? ''));
  const more = between(' (', inLine(link ?? ''), ')');
  const end = /[.!?…]$/.test(why) && more === '' ? '' : '.';
  const advice =
    newest === null
      ? 'All versions of this module are deprecated.'
      : `The newest version that is not deprecated is ${newest}.`;
  return `Version ${version} of ${module} is deprecated${why}${more}${end} ${advice}`;
}

const between = (before: string, text: string, after = ''): string => (text === '' ? '' : `${before}${text}${after}`);

/** Maximum length of a publisher's text in the warning, in characters. */
const maxShownLength = 1_000;

/** Converts a publisher's text to a single line without control characters. */
function inLine(text: string): string {
  const line = visible(text.trim().replaceAll(/\s+/gu, ' '));
  if (line.length <= maxShownLength) return line;
  const characters = [...line];
  return characters.length > maxShownLength ? `${characters.slice(0, maxShownLength).join('')}…` : line;
}
