import { parseArgs } from 'node:util';
import type { Engine } from '../src/db/engine.ts';

export interface Options {
  readonly engines: readonly Engine[];
  readonly isLarge: boolean;
  /** Whether to measure requests of clients without an account. */
  readonly isAttacks: boolean;
  /** Whether to measure evaluations of plans. */
  readonly isPolicies: boolean;
  /** Whether to measure every list at several sizes. */
  readonly isScale: boolean;
  /** Whether to compare the cost of `tipstaff` commands with the cost of `opa` commands. */
  readonly isOpa: boolean;
  readonly isJson: boolean;
  /** Returns whether the options select the row with this name. */
  readonly wants: (name: string) => boolean;
}

const engines: readonly Engine[] = ['sqlite', 'postgres'];

const enginesNamed = (name: string | undefined): readonly Engine[] => {
  if (name === undefined) return engines;
  const selected = engines.filter((engine) => engine === name);
  if (selected.length === 0) throw new Error(`--engine must be one of: ${engines.join(', ')}.`);
  return selected;
};

/** Parses the arguments after `npm run bench --`. */
export const readOptions = (words: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      engine: { type: 'string' },
      only: { type: 'string' },
      large: { type: 'boolean', default: false },
      attacks: { type: 'boolean', default: false },
      policies: { type: 'boolean', default: false },
      scale: { type: 'boolean', default: false },
      opa: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const only = new RegExp(values.only ?? '', 'i');
  return {
    engines: enginesNamed(values.engine),
    isLarge: values.large,
    isAttacks: values.attacks,
    isPolicies: values.policies,
    isScale: values.scale,
    isOpa: values.opa,
    isJson: values.json,
    wants: (name) => only.test(name),
  };
};
