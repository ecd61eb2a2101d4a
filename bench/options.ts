import { parseArgs } from 'node:util';
import type { Engine } from '../src/db/engine.ts';

export interface Options {
  readonly engines: readonly Engine[];
  readonly isLarge: boolean;
  /** True if requests of strangers are measured instead of those of users. */
  readonly isAttacks: boolean;
  /** True if evaluations of plans are measured instead. */
  readonly isPolicies: boolean;
  /** True if every list is measured at several sizes instead. */
  readonly isScale: boolean;
  /** True if whole commands are measured beside OPA's instead. */
  readonly isOpa: boolean;
  readonly isJson: boolean;
  /** True if the row of this name is selected. */
  readonly wants: (name: string) => boolean;
}

const engines: readonly Engine[] = ['sqlite', 'postgres'];

const enginesNamed = (name: string | undefined): readonly Engine[] => {
  if (name === undefined) return engines;
  const selected = engines.filter((engine) => engine === name);
  if (selected.length === 0) throw new Error(`--engine must be one of: ${engines.join(', ')}.`);
  return selected;
};

/** Reads the words after `npm run bench --`. */
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
