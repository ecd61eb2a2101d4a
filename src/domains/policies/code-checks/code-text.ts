// The bytes of an upload as code. What cannot be Rego is refused here: no engine starts for it.
import { isUtf8 } from 'node:buffer';
import type { PolicyProblem } from '../../../effects/policy-engine/answers.ts';
import { codeFile } from './check-source.ts';

/** The code in these bytes, or why they are none. */
export function codeIn(bytes: Buffer): { readonly code: string } | { readonly problem: PolicyProblem } {
  const text = bytes.toString('utf8');
  if (bytes.includes(0)) return problemAfter(text.split('\0')[0], 'not_text', 'this is no text: there is a byte 0');
  if (!isUtf8(bytes)) return problemAfter(text.split(replacement)[0], 'not_text', 'this is no text in UTF-8');
  if (/\bpackage\b/.test(text)) return { code: text };
  const hint = 'Code in Rego begins with its package, such as: package buckets';
  return problemAfter(/^\s*/.exec(text)?.[0], 'rego_parse_error', 'package expected', hint);
}

/** What bytes become that are no character. */
const replacement = '\ufffd';

function problemAfter(before = '', code: string, message: string, hint?: string) {
  const lines = before.split('\n');
  const place = { file: codeFile, row: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  const problem: PolicyProblem = { code, severity: 'error', message, ...place, ...(hint !== undefined && { hint }) };
  return { problem };
}
