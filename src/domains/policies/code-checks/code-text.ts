// Decodes uploaded bytes as policy code. Input that cannot be Rego code is rejected without starting the engine.
import { isUtf8 } from 'node:buffer';
import type { PolicyProblem } from '../../../effects/policy-engine/answers.ts';
import { codeFile } from './check-source.ts';

/** Decodes bytes as policy code, or returns the problem that prevents decoding. */
export function codeIn(
  bytes: Buffer,
  file = codeFile,
): { readonly code: string } | { readonly problem: PolicyProblem } {
  const text = bytes.toString('utf8');
  if (bytes.includes(0))
    return problemAfter(text.split('\0')[0], file, {
      code: 'not_text',
      message: 'the file is not a text file: it contains a zero byte',
    });
  if (!isUtf8(bytes))
    return problemAfter(text.split(replacement)[0], file, {
      code: 'not_text',
      message: 'the file is not a text file in UTF-8',
    });
  if (/\bpackage\b/.test(text)) return { code: text };
  const hint = 'Rego code begins with a package declaration, for example: package buckets';
  return problemAfter(/^\s*/.exec(text)?.[0], file, { code: 'rego_parse_error', message: 'package expected', hint });
}

/** Unicode replacement character, which decoding inserts for bytes that are not valid UTF-8. */
const replacement = '\ufffd';

function problemAfter(before = '', file: string, what: Pick<PolicyProblem, 'code' | 'message' | 'hint'>) {
  const lines = before.split('\n');
  const place = { file, row: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  const problem: PolicyProblem = { ...what, severity: 'error', ...place };
  return { problem };
}
