// Reads the JSON reports of other jobs. A pull request can change these jobs, so the files are not trusted: a file could
// be a symbolic link to a secret, or be so large or deeply nested that reading it would fail. The messages about refused
// files contain no part of the file.
import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { limitViolation } from '../../jsonapi/json-shape.ts';
import { validate } from '../../jsonapi/validate.ts';
import { readRegularFile } from '../../lib/files/regular-file.ts';
import { isObject } from '../../lib/json/json-tree.ts';
import type { Pipeline } from '../comment/pull-request.ts';
import type { Report } from '../policy-check/check.ts';
import { parsedJson } from '../terminal/input.ts';
import { plansSchema, type ReportedPlan } from './report-schema.ts';
import { reportOfPlan } from './reported-plan.ts';

/** Maximum size of a report in bytes. */
const maxBytes = 4 * 1024 ** 2;

const shape = { values: 500_000, depth: 64, members: 10_000 };

/** Error for a report that is not used. The message is a clause that follows the path of the file. */
export class RefusedReport extends Error {
  override readonly name = 'RefusedReport';
}

/** The reports in a file, one for each plan, and the size of the file in bytes. */
interface ReportFileContent {
  readonly reports: readonly Report[];
  readonly size: number;
}

/**
 * Reads the reports in a file. Throws `RefusedReport` if the file is not a report, or if it belongs to another
 * repository or commit than the given pipeline.
 */
export async function readReportFile(path: string, pipeline: Pipeline | undefined): Promise<ReportFileContent> {
  if (await containsLink(path)) throw new RefusedReport('the path contains a symbolic link');
  const file = readRegularFile(path, maxBytes);
  if ('fault' in file) throw new RefusedReport(file.fault);
  const plans = plansIn(file.bytes);
  for (const plan of plans) requireSamePipeline(plan, pipeline);
  return { reports: plans.map(reportOfPlan), size: file.bytes.length };
}

/** Whether the path is a symbolic link or, if it is relative, leads through one. */
async function containsLink(path: string): Promise<boolean> {
  const [folder, rest] = isAbsolute(path) ? [dirname(path), basename(path)] : ['.', path];
  const [start, end] = await Promise.all([folder, path].map((each) => realpath(each).catch(() => undefined)));
  return start !== undefined && end !== undefined && join(start, rest) !== end;
}

function plansIn(bytes: Buffer): readonly ReportedPlan[] {
  const excess = limitViolation(bytes, shape);
  if (excess !== undefined) throw new RefusedReport(`the JSON document exceeds the limit for ${excess}`);
  const document = parsedJson(bytes.toString('utf8'));
  if (!isObject(document)) throw new RefusedReport('the file is not a JSON report of "tipstaff check"');
  const result = validate(plansSchema, Object.hasOwn(document, 'plans') ? document.plans : [document]);
  if (!('problems' in result)) return result.value;
  const reason = result.problems[0]?.detail ?? 'the schema does not match';
  throw new RefusedReport(`the file is not a JSON report of this version of "tipstaff check": ${reason}`);
}

function requireSamePipeline({ pipeline }: ReportedPlan, own: Pipeline | undefined): void {
  if (pipeline?.platform !== own?.platform || pipeline?.repository !== own?.repository)
    throw new RefusedReport('the report belongs to another repository');
  if (pipeline?.commit !== own?.commit) throw new RefusedReport('the report belongs to another commit');
}
