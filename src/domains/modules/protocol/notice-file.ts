// Terraform file with a check that always fails. The check makes unmodified Terraform and OpenTofu clients warn about a
// deprecated version in plan and apply.
import { gzipSync } from 'node:zlib';
import { visible } from '../../../lib/text/text.ts';
import { noticeHead } from '../../../protocols/archives/module-files.ts';
import { tarFile } from '../../../protocols/archives/tar-file.ts';

export interface Notice {
  /** Source address of the module without the host, for example `acme/network/aws`. */
  readonly module: string;
  readonly version: string;
  readonly reason: string | null;
  readonly link: string | null;
}

/**
 * Returns the message in exactly the form in which a plan prints it. The text has the Unicode normalization form NFC
 * and no trailing whitespace. Terminal control characters are escaped.
 */
export function noticeText({ module, version, reason, link }: Notice): string {
  const where = link?.trim() ? ` (${link})` : '';
  const why = reason?.trim() ? `: ${reason}` : '.';
  const text = `Version ${version} of ${module} is deprecated${where}${why}`;
  const plain = text.toWellFormed().replaceAll(/\r\n?/g, '\n').normalize('NFC').trimEnd();
  return visible(cut(plain)).normalize('NFC');
}

/** Returns a file name without extension that does not occur in the module's root folder. */
export function noticeName(rootNames: readonly string[]): string {
  const taken = new Set(rootNames.map((name) => name.toLowerCase()));
  const isFree = (name: string): boolean => !endings.some((ending) => taken.has(`${name}${ending}`));
  const names = Array.from({ length: taken.size + 1 }, (_, index) => numbered(index + 1));
  return names.find(isFree) ?? usualName;
}

/**
 * Returns a Terraform file with a single check block. The block prints the notice and has no other effect. Terraform
 * rejects a condition that contains no reference, so the condition refers to the module's path, which is never empty.
 */
export const noticeFile = (notice: Notice, name: string = usualName): string =>
  `${noticeHead} It only prints a warning.
check "${name}" {
  assert {
    condition     = path.module == ""
    error_message = ${literal(noticeText(notice))}
  }
}
`;

/**
 * Returns the bytes that are sent before the original archive. Gzip members and tar entries can be concatenated, so the
 * archive is sent unchanged. `rootNames` are the names in the root folder of the archive.
 */
export function noticeEntry(notice: Notice, rootNames: readonly string[]): Buffer {
  const name = noticeName(rootNames);
  return gzipSync(tarFile(`${name}.tf`, noticeFile(notice, name)));
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= maxTextLength ? text : `${characters.slice(0, maxTextLength - 1).join('')}…`;
}

/** Maximum length of the message in characters. The link comes before the reason, so only the reason is shortened. */
const maxTextLength = 1000;

/**
 * File extensions for which name conflicts are checked. OpenTofu ignores a `.tf` file if there is a `.tofu` file with
 * the same name.
 */
const endings: readonly string[] = ['.tf', '.tofu'];

const numbered = (number: number): string => (number === 1 ? usualName : `${usualName}_${number}`);

const usualName = 'tipstaff_deprecation_notice';

const literal = (text: string): string => `"${text.replaceAll(/[\\"\n$%]/g, (sign) => escapes[sign] ?? '')}"`;

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  // `$` and `%` are escaped, so that the text contains no template sequences.
  $: '\\u0024',
  '%': '\\u0025',
};
