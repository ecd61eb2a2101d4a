// Runs the shell steps of a GitHub Actions workflow. Scripts that record each call replace the programs that act on
// other machines.
import { type ExecFileException, execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';

export interface Step {
  readonly name: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Job {
  readonly needs?: string | readonly string[];
  /** Condition of the job, in the format `vars.NAME != ''`. */
  readonly if?: string;
  /** Path of a reusable workflow that replaces this job's steps. */
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps?: readonly Step[];
}

export interface Workflow {
  readonly on: object;
  readonly permissions: object;
  readonly concurrency: object;
  readonly defaults: { readonly run: { readonly shell: string } };
  readonly jobs: Readonly<Record<string, Job>>;
}

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

export const workflowText = (path: string): Promise<string> => readFile(join(projectRoot, path), 'utf8');
export const readWorkflow = async (path: string): Promise<Workflow> => parse(await workflowText(path));

export interface WorkflowRun {
  /** Working directory in which the steps run. */
  readonly folder: string;
  /** Folder for the recording scripts and their log. */
  readonly scratch: string;
  /** Values of expressions such as `vars.NAME`. All other expressions have an empty value. */
  readonly values: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  /** Output of the script that replaces npm. */
  readonly npmOutput: string;
}

export interface WorkflowOutcome {
  /** Recorded calls by job. Each contains the command line, the standard input, and the npm configuration. */
  readonly calls: Readonly<Record<string, readonly string[]>>;
  /** Names of the jobs that succeeded. */
  readonly passed: readonly string[];
  /** Error output of the failed step. */
  readonly error: string;
}

const recorded = ['gh', 'go', 'helm', 'npm', 'skopeo', 'sudo'];

/**
 * Runs a workflow's jobs in file order. Jobs whose condition is false or whose required jobs did not succeed are
 * skipped.
 */
export async function runWorkflow(workflow: Workflow, run: WorkflowRun): Promise<WorkflowOutcome> {
  const programs = await writeRecorders(run);
  const path = [programs, dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  return await runJobs(workflow, { ...run, environment: { ...run.environment, PATH: path } });
}

/** Writes scripts that replace programs and record each call. Returns the path of the folder with the scripts. */
async function writeRecorders({ scratch, npmOutput }: WorkflowRun): Promise<string> {
  const folder = join(scratch, 'programs');
  await mkdir(folder);
  for (const name of recorded) {
    const output = name === 'npm' ? npmOutput : '';
    const log = logOf(scratch);
    const configuration = 'for word; do case $word in */npmrc) cat "$word" ;; esac; done';
    const script = `#!/bin/sh\n{ echo '${name}' "$@"; cat; echo; ${configuration}; } >> '${log}'\necho '${output}'\n`;
    await writeFile(join(folder, name), script, { mode: 0o755 });
  }
  return folder;
}

const logOf = (scratch: string): string => join(scratch, 'calls');

/** Returns the recorded calls and deletes the record. */
async function takeCalls({ scratch, folder }: WorkflowRun): Promise<readonly string[]> {
  const text = await readFile(logOf(scratch), 'utf8').catch(() => '');
  await rm(logOf(scratch), { force: true });
  return text
    .replaceAll(folder, '.')
    .split('\n')
    .filter((line) => line !== '');
}

async function runJobs(workflow: Workflow, run: WorkflowRun): Promise<WorkflowOutcome> {
  const calls: Record<string, readonly string[]> = {};
  const passed: string[] = [];
  let error = '';
  for (const [name, job] of Object.entries(workflow.jobs)) {
    if (![job.needs ?? []].flat().every((each) => passed.includes(each)) || !isWanted(job, run)) continue;
    const failure = await runJob(job, run);
    calls[name] = await takeCalls(run);
    if (failure === undefined) passed.push(name);
    else error = failure;
  }
  return { calls, passed, error };
}

function isWanted({ if: condition }: Job, { values }: WorkflowRun): boolean {
  if (condition === undefined) return true;
  const [, name = ''] = /^(vars\.\w+) != ''$/.exec(condition) ?? [];
  if (name === '') throw new Error(`The test cannot evaluate the condition "${condition}".`);
  return (values[name] ?? '') !== '';
}

/** Runs a job. Returns the error output of a failed step; undefined if all steps succeeded. */
async function runJob(job: Job, run: WorkflowRun): Promise<string | undefined> {
  for (const step of await stepsOf(job)) {
    const failure = step.run === undefined ? undefined : await runStep(step.run, step.env ?? {}, run);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** Returns the steps of a job, or the steps of the reusable workflow that the job calls. */
async function stepsOf({ uses, steps = [] }: Job): Promise<readonly Step[]> {
  if (uses === undefined) return steps;
  const { jobs } = await readWorkflow(uses);
  return Object.values(jobs).flatMap((job) => job.steps ?? []);
}

async function runStep(
  script: string,
  env: Readonly<Record<string, string>>,
  { folder, values, environment }: WorkflowRun,
): Promise<string | undefined> {
  const evaluated = Object.entries(env).map(([name, text]) => [
    name,
    text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => values[expression] ?? ''),
  ]);
  // GitHub Actions starts `shell: bash` with these options.
  const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  const running = promisify(execFile)('bash', words, {
    cwd: folder,
    env: { ...environment, ...Object.fromEntries(evaluated) },
  });
  running.child.stdin?.end();
  return await running.then(
    () => undefined,
    (error: ExecFileException) => error.stderr ?? error.message,
  );
}
