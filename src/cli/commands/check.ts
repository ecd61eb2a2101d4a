import { NotChecked, type Output, plainCommand, type Terminal, UsageError } from '../command.ts';
import { checkCommands, formats } from '../declarations/check.ts';
import { bytesIn } from '../file.ts';
import { type CheckInput, checkFolder, exitCodeOf, type Report } from '../policy-check/check.ts';
import { asAnnotations, asJson, asJunit, asSarif } from '../policy-check/formats.ts';
import { checkOnService, type Scope } from '../policy-check/on-service.ts';
import { runDocument } from '../policy-check/run-document.ts';
import { asText } from '../policy-check/texts.ts';
import { engineFor } from '../policy-folder/engine.ts';
import { readPolicyFolder } from '../policy-folder/policy-folder.ts';
import { policySetNamed } from '../policy-service/records.ts';
import { type Service, serviceFrom } from '../service-client.ts';

type Format = (typeof formats)[number];

export const check = plainCommand(checkCommands.check, async ({ subject, options }, terminal) => {
  const format = formats.find((each) => each === (options.format ?? 'text'));
  if (format === undefined) throw new UsageError(`--format must be one of ${formats.join(', ')}.`);
  const report = await reportOf(terminal, { ...options, plan: subject });
  return { ...shown(report, format), exitCode: exitCodeOf(report) };
});

interface CheckOptions extends InputOptions {
  readonly dir: string | undefined;
  readonly organization: string | undefined;
  readonly workspace: string | undefined;
  readonly set: string | undefined;
  readonly url: string | undefined;
  readonly timeout: string | undefined;
}

/** The policies of a folder, or those of a service. */
function reportOf(terminal: Terminal, options: CheckOptions): Promise<Report> {
  const { dir, organization, set, workspace } = options;
  const isOnService = (organization ?? set) !== undefined;
  if ((dir !== undefined) === isOnService) {
    throw new UsageError(
      'Name exactly one of --dir <folder>, --organization <name> or --set <id>; --set <name> goes with --organization.',
    );
  }
  if (workspace !== undefined && (organization === undefined || set !== undefined)) {
    throw new UsageError('--workspace belongs to --organization, without --set.');
  }
  if (dir !== undefined) return reportOfFolder(terminal, { ...options, dir });
  if (options.input !== undefined || options.timeout !== undefined) {
    throw new UsageError('--input and --timeout belong to --dir: a service decides over them itself.');
  }
  return reportOfService(terminal, options);
}

/** Which policies of a service count. A set is named by its identifier, or by its name in an organization. */
async function scopeOf(service: Service, { organization, set, workspace }: CheckOptions): Promise<Scope> {
  if (set === undefined) return { organization: organization ?? '', workspace };
  if (/^polset-\w+$/.test(set)) return { set };
  if (organization !== undefined) return { set: (await policySetNamed({ service, organization }, set)).id };
  throw new UsageError(`${set} is no identifier of a policy set: add --organization <name> to name a set by its name.`);
}

async function reportOfFolder(terminal: Terminal, options: CheckOptions & { readonly dir: string }): Promise<Report> {
  const folder = await readPolicyFolder(options.dir);
  const input = await readInput(terminal, options);
  await using engine = engineFor(terminal, options.timeout);
  return await checkFolder(engine, folder, input);
}

async function reportOfService(terminal: Terminal, options: CheckOptions): Promise<Report> {
  const service = serviceFrom(terminal, options.url);
  const scope = await scopeOf(service, options);
  const plan = await readDocument(terminal, options.plan);
  const run =
    options.run === undefined ? undefined : runDocument(options.run, await readDocument(terminal, options.run));
  const name = options.plan === '-' ? 'stdin' : options.plan;
  const report = await checkOnService(service, { scope, name, plan: Uint8Array.from(plan), run });
  for (const notice of report.notices) terminal.warn(notice);
  return report;
}

const shown = (report: Report, format: Format): Omit<Output, 'exitCode'> => {
  const json = asJson(report);
  const texts: Readonly<Record<Format, () => string>> = {
    text: () => asText(report),
    json: () => JSON.stringify(json, null, 2),
    junit: () => asJunit(report),
    github: () => asAnnotations(report),
    sarif: () => JSON.stringify(asSarif(report), null, 2),
  };
  return { text: texts[format](), json };
};

interface InputOptions {
  readonly plan: string;
  readonly run: string | undefined;
  readonly input: string | undefined;
}

async function readInput(terminal: Terminal, { plan, run, input = 'plan' }: InputOptions): Promise<CheckInput> {
  if (input !== 'plan' && input !== 'raw') throw new UsageError('--input must be plan or raw.');
  if (input === 'raw' && run !== undefined)
    throw new UsageError('--run belongs to a plan: with --input raw, put it there.');
  const name = plan === '-' ? 'stdin' : plan;
  const document = await readDocument(terminal, plan);
  if (input === 'raw') return { parts: [{ document }], files: {}, plan: name, isRaw: true };
  const runPart = run === undefined ? [] : [{ key: 'run', document: await readDocument(terminal, run) }];
  return {
    parts: [{ key: 'plan', document }, ...runPart],
    files: { plan: name, run: run ?? '' },
    plan: name,
    isRaw: false,
  };
}

/** A file's bytes without the mark that some editors begin a file with. */
async function readDocument(terminal: Terminal, path: string): Promise<Uint8Array> {
  const bytes = path === '-' ? Buffer.from(await terminal.input()) : await bytesIn(path);
  if (bytes[0] === 0xff || bytes[0] === 0xfe) {
    throw new NotChecked(`${path}:1: this is UTF-16, as some shells write by default; write it as UTF-8.`);
  }
  return bytes.subarray(0, 3).equals(Buffer.from('\ufeff')) ? bytes.subarray(3) : bytes;
}
