// The file by which stock command lines warn of a deprecated version in plan and apply: a check that always fails.
import { gzipSync } from 'node:zlib';
import { visible } from '../../../lib/text/text.ts';
import { noticeHead } from '../../../protocols/archives/module-files.ts';
import { tarFile } from '../../../protocols/archives/tar-file.ts';

export interface Notice {
  /** Its address for consumers: `acme/network/aws`. */
  readonly module: string;
  readonly version: string;
  readonly reason: string | null;
  readonly link: string | null;
}

/**
 * The text exactly as a plan prints it: a plan prints the composed form of each letter and drops spaces at the end.
 * Characters that control a terminal are escaped.
 */
export function noticeText({ module, version, reason, link }: Notice): string {
  const where = link?.trim() ? ` (${link})` : '';
  const why = reason?.trim() ? `: ${reason}` : '.';
  const text = `Version ${version} of ${module} is deprecated${where}${why}`;
  const plain = text.toWellFormed().replaceAll(/\r\n?/g, '\n').normalize('NFC').trimEnd();
  return visible(cut(plain)).normalize('NFC');
}

/** A name without ending that no file or folder at the module's root has. */
export function noticeName(rootNames: readonly string[]): string {
  const taken = new Set(rootNames.map((name) => name.toLowerCase()));
  const isFree = (name: string): boolean => !endings.some((ending) => taken.has(`${name}${ending}`));
  const names = Array.from({ length: taken.size + 1 }, (_, index) => numbered(index + 1));
  return names.find(isFree) ?? usualName;
}

/**
 * A Terraform file with one check block that prints the notice and does nothing else. Its condition reads the module's
 * path, which is never empty: Terraform refuses a condition that reads nothing.
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
 * The bytes to send before the original archive, whose root has these names: gzip data and tar entries may be joined,
 * so the archive itself is sent unchanged.
 */
export function noticeEntry(notice: Notice, rootNames: readonly string[]): Buffer {
  const name = noticeName(rootNames);
  return gzipSync(tarFile(`${name}.tf`, noticeFile(notice, name)));
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= maxTextLength ? text : `${characters.slice(0, maxTextLength - 1).join('')}…`;
}

/** In characters; the link comes first, so that only the reason is shortened. */
const maxTextLength = 1000;

/** OpenTofu skips a `.tf` file when there is a `.tofu` file of the same name. */
const endings: readonly string[] = ['.tf', '.tofu'];

const numbered = (number: number): string => (number === 1 ? usualName : `${usualName}_${number}`);

const usualName = 'tipstaff_deprecation_notice';

const literal = (text: string): string => `"${text.replaceAll(/[\\"\n$%]/g, (sign) => escapes[sign] ?? '')}"`;

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  // Without these two, no template can begin.
  $: '\\u0024',
  '%': '\\u0025',
};
