// Node.js versions that are too old: a simulated one, and real ones if the machine has them.
import { execFileSync } from 'node:child_process';
import type { RunOptions } from './command.ts';

const pretence = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.11.0" } })';

const majorOf = (node: string): number | undefined => {
  try {
    return Number.parseInt(execFileSync(node, ['--version'], { encoding: 'utf8' }).slice(1), 10);
  } catch {
    return undefined;
  }
};

const isOld = (node: string): boolean => {
  const major = majorOf(node);
  return major !== undefined && major >= 20 && major < 24;
};

export const oldNodes: readonly (readonly [string, RunOptions])[] = [
  ['a pretended Node 20', { nodeOptions: ['--import', `data:text/javascript,${encodeURIComponent(pretence)}`] }],
  ...['/usr/bin/node', '/usr/local/bin/node'].filter(isOld).map((node) => [node, { node }] as const),
];
