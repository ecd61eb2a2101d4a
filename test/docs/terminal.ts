// Runs the commands on a page one after the other in a folder, as in a terminal.
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { tipstaff } from '../support/command.ts';

const run = promisify(execFile);
const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export interface Typed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs commands and waits until all of them have ended. */
export type Terminal = (commands: string) => Promise<Typed>;

/**
 * Creates the files that the commands on a page use: the examples, a policy folder unless the page itself creates one,
 * a plan, and a module.
 */
async function layOut(folder: string, ownPaths: readonly string[]): Promise<void> {
  await cp(pathOf('examples'), join(folder, 'examples'), { recursive: true });
  if (!ownPaths.some((path) => path.startsWith('policies/')))
    await cp(pathOf('examples/policies'), join(folder, 'policies'), { recursive: true });
  await cp(pathOf('examples/plan.json'), join(folder, 'plan.json'));
  await mkdir(join(folder, 'network'));
  await writeFile(join(folder, 'network/main.tf'), 'output "greeting" {\n  value = "hello"\n}\n');
  const programs = {
    tipstaff: `exec "${process.execPath}" "${pathOf('bin/tipstaff.js')}" "$@"`,
    terraform: 'test "$1 $2" = "show -json" && cat plan.json',
    terragrunt,
  };
  await mkdir(join(folder, 'bin'));
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`);
    await chmod(join(folder, 'bin', name), 0o755);
  }
}

/** Script that replaces Terragrunt. It plans two units or a single unit, and shows a plan. */
const terragrunt = `case "$*" in
  'run --all --json-out-dir plans -- plan')
    for unit in network shop/eu; do mkdir -p plans/$unit && cp examples/plan.json plans/$unit/tfplan.json; done ;;
  'run -- plan -out='*) cp examples/plan.json "\${4#-out=}" ;;
  'run -- show -json '*) cat "$5" ;;
  *) exit 1 ;;
esac`;

/** Command that needs no shell. It runs in this process, which is ten times faster than a child process. */
const plain = /^tipstaff (?:[\w./,:=%@+ -]|'[^']*')+$/;

const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].slice(1).map(([word]) => word.replaceAll("'", ''));

/** Creates the files in a folder, makes it the working directory of this process, and returns a terminal for it. */
export async function openTerminal(folder: string, ownPaths: readonly string[]): Promise<Terminal> {
  await layOut(folder, ownPaths);
  process.chdir(folder);
  const saved = join(folder, 'bin/environment');
  let environment: Readonly<Record<string, string>> = {
    PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
    HOME: folder,
    LANG: 'C.UTF-8',
    TIPSTAFF_CONFIG: 'none',
    TIPSTAFF_POLICY_ENGINE: 'webassembly',
  };

  const inProcess = async (lines: readonly string[]): Promise<Typed> => {
    const outputs: string[] = [];
    for (const [index, line] of lines.entries()) {
      const { code, stdout, stderr } = await tipstaff(wordsOf(line), environment);
      outputs.push(stdout);
      if (code !== 0 || index === lines.length - 1) return { code: Number(code), stdout: outputs.join(''), stderr };
    }
    return { code: 0, stdout: '', stderr: '' };
  };

  /** Runs commands with Bash. Later commands can use the variables and functions that these commands define. */
  const inShell = async (commands: string): Promise<Typed> => {
    const script = `set -aeuo pipefail\ntrap 'env -0 > "${saved}"' EXIT\n${commands}`;
    const typed = await run('bash', ['-c', script], { cwd: folder, env: environment }).then(
      (output) => ({ ...output, code: 0 }),
      (error: Typed) => error,
    );
    const variables = (await readFile(saved, 'utf8')).split('\0').filter((variable) => variable !== '');
    environment = Object.fromEntries(variables.map((variable) => variable.split(/=([\s\S]*)/, 2)));
    return typed;
  };

  return (commands) => {
    const lines = commands
      .replaceAll(/\\\n\s*/g, '')
      .trim()
      .split('\n');
    return lines.every((line) => plain.test(line)) ? inProcess(lines) : inShell(commands);
  };
}
