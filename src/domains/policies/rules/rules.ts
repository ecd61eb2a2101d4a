// Lists the policies that failed in an evaluation, with their descriptions and, if the organization permits it, the
// lines of their rules that evaluated to true.

import type { Context } from '../../../context.ts';
import type { PolicyMetadata, TrueLines } from '../../../effects/policy-engine/answers.ts';
import type { Modules } from '../../../effects/policy-engine/policy-code.ts';
import { parseInTurns } from '../../../lib/json/parse-in-turns.ts';
import { shortened } from '../../../lib/text/text.ts';
import { RefusedArchive } from '../../../protocols/archives/refused-archive.ts';
import { codeOf } from '../policies/code.ts';
import { storedSources } from '../versions/archived-code.ts';
import { linesOfPolicy } from './matched-lines.ts';
import { evaluatedArchive, evaluatedRevision, showsRuleLines } from './store.ts';

/** Whether the lines of a rule are shown, or the reason why they are not shown. */
export const lineStatuses = ['shown', 'disabled', 'not-recorded', 'over-budget', 'code-gone', 'left-out'] as const;

type LineStatus = (typeof lineStatuses)[number];

/** Lines of a file. Line numbers start at 1. */
interface RuleFile {
  readonly name: string;
  readonly lines: readonly { readonly number: number; readonly text: string }[];
}

/** Properties of a policy outcome that are needed to show its rules. */
interface Outcome {
  readonly policy_id: string;
  readonly policy_name: string;
  readonly policy_revision: number | null;
  readonly description: string;
  readonly status: string;
  readonly external: object | null;
  /** Metadata annotations of the code. Outcomes that older releases stored do not have this property. */
  readonly metadata?: PolicyMetadata | null;
}

/** Stored policy outcomes of one set. */
interface OutcomeRow {
  readonly id: string;
  readonly organization_id: string;
  /** Policy outcomes as JSON: a list of `Outcome`. */
  readonly outcomes: string;
  readonly true_lines: string | null;
}

/** A policy that failed, with the lines of its rules that evaluated to true. */
export interface EvaluatedRule {
  readonly id: string;
  readonly outcome: Outcome;
  readonly row: OutcomeRow;
  readonly lineStatus: LineStatus;
  readonly files: readonly RuleFile[];
  /** Number of lines that evaluated to true but are not shown because of the limit. */
  readonly leftOut: number;
}

/**
 * Returns the outcomes with the status `failed` that come from the service's own engine, in the order in which they are
 * stored.
 */
export async function failedIn({ outcomes }: Pick<OutcomeRow, 'outcomes'>): Promise<readonly Outcome[]> {
  const all: readonly Outcome[] = await parseInTurns(outcomes);
  return all.filter(({ status, external }) => status === 'failed' && external === null);
}

/** Maximum total size in bytes of the code that is read for one response. */
const maxCode = 4 * 1_048_576;
/** Maximum number of lines that are shown per policy, and maximum length of a line in characters. */
const [maxLines, maxLine] = [200, 500];

/** Adds the lines of code to failed policies, if the organization's current setting permits it. */
export async function withLines(
  context: Context,
  row: OutcomeRow,
  outcomes: readonly Outcome[],
): Promise<readonly EvaluatedRule[]> {
  const isShown = await showsRuleLines(context.database, row.organization_id);
  const read = codeReader(context, row.organization_id);
  const rules: EvaluatedRule[] = [];
  for (const outcome of outcomes) {
    const id = `${row.id}-${outcome.policy_id}`;
    const lines = isShown ? await linesOf(row, outcome, read) : 'disabled';
    const none = { files: [], leftOut: 0 };
    rules.push({
      ...{ id, outcome, row },
      ...(typeof lines === 'string' ? { ...none, lineStatus: lines } : { ...lines, lineStatus: 'shown' }),
    });
  }
  return rules;
}

type ShownLines = Pick<EvaluatedRule, 'files' | 'leftOut'>;

async function linesOf(row: OutcomeRow, outcome: Outcome, read: CodeReader): Promise<ShownLines | LineStatus> {
  if (row.true_lines === null) return 'not-recorded';
  const lines = linesOfPolicy(row.true_lines, outcome.policy_id);
  if (lines === undefined) return 'over-budget';
  const code = await read(outcome);
  return typeof code === 'string' ? code : linesIn(code, lines);
}

function linesIn(code: Modules, lines: TrueLines): ShownLines {
  let left = maxLines;
  let leftOut = 0;
  const files = Object.entries(lines).flatMap(([name, ranges]) => {
    const texts = code[name]?.split('\n') ?? [];
    const numbers = ranges.flatMap(({ first, last }) => numbersBetween(first, Math.min(last, texts.length)));
    const shown = numbers.slice(0, left);
    left -= shown.length;
    leftOut += numbers.length - shown.length;
    return shown.length === 0
      ? []
      : [{ name, lines: shown.map((number) => ({ number, text: lineText(texts[number - 1] ?? '') })) }];
  });
  return { files, leftOut };
}

const numbersBetween = (first: number, last: number): readonly number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

const lineText = (text: string): string => shortened(text.replace(/\r$/, ''), maxLine);

/**
 * Function that reads the code with which a policy was evaluated. It returns the code keyed by file name, or the reason
 * why the code cannot be read.
 */
type CodeReader = (outcome: Outcome) => Promise<Modules | LineStatus>;

/** Returns a `CodeReader` that reads each archive only once. */
function codeReader(context: Context, organization: string): CodeReader {
  const { database } = context;
  const archives = new Map<string, Modules>();
  let left = maxCode;
  const takes = (size: number): boolean => {
    if (size > left) return false;
    left -= size;
    return true;
  };
  const ofArchive = async (policy: string): Promise<Modules | LineStatus> => {
    const archive = await database.first(evaluatedArchive, { organization, policy });
    if (archive === undefined) return 'code-gone';
    const known = archives.get(archive.id);
    if (known !== undefined) return known;
    if (!takes(archive.size)) return 'left-out';
    const { modules } = await sourcesIn(context, archive.id);
    archives.set(archive.id, modules);
    return modules;
  };
  return async ({ policy_id: policy, policy_name: name, policy_revision: number }) => {
    if (number === null) return ofArchive(policy);
    const revision = await database.first(evaluatedRevision, { organization, policy, number });
    if (revision === undefined) return 'code-gone';
    if (!takes(revision.size)) return 'left-out';
    const code = await codeOf(database, { policy, number, size: revision.size });
    return { [`${name}.rego`]: code.toString('utf8') };
  };
}

/**
 * Reads the code of an archive. Empty if the current release rejects the archive, although an earlier release accepted
 * it.
 */
async function sourcesIn(context: Context, archive: string): Promise<{ readonly modules: Modules }> {
  try {
    return await storedSources(context, archive);
  } catch (error) {
    if (error instanceof RefusedArchive) return { modules: {} };
    throw error;
  }
}
