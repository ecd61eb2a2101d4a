// The package `tipstaff` for npm: the program, packed.
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Artefact, CheckContext, MakeContext, Proof } from './artefact.ts';
import { installedProgram } from './installed.ts';
import { proveProgram } from './proof.ts';

const run = promisify(execFile);

export const npmPackage: Artefact = { name: 'npm', make, check };

const fileOf = (version: string): string => `tipstaff-${version}.tgz`;

async function make({ program, folder, version }: MakeContext): Promise<readonly string[]> {
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: await program() });
  return [fileOf(version)];
}

async function check({ folder, scratch, version, root }: CheckContext): Promise<readonly Proof[]> {
  const file = fileOf(version);
  const cwd = join(scratch, 'installed');
  await mkdir(cwd);
  const start = performance.now();
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--cache', join(scratch, 'cache'), join(folder, file)], { cwd });
  const installed = performance.now() - start;
  const command = [join(cwd, 'node_modules/.bin/tipstaff')] as const;
  const program = installedProgram({ command, cwd, data: join(scratch, 'data') });
  const answered = await proveProgram(program, { version, root, scratch }, 'webassembly');
  return [{ file, installed, answered }];
}
