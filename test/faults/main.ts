// `npm run test:faults`: runs every fault with one writer and one checker, and prints a table. `FAULTS_ROUNDS` sets the
// number of rounds.
import { globalSetup, globalTeardown } from '../support/global-setup.ts';
import { type Row, rowOf } from './fault.ts';
import { faults } from './faults.ts';

// biome-ignore lint/style/noProcessEnv: the number of rounds is an option of the run
const rounds = Number(process.env.FAULTS_ROUNDS ?? '10');
const wanted = process.argv.slice(2);

const heads = ['Fault', 'Engine', 'Rounds', 'Changes', 'Sent again', 'Reads', 'Longest without a change', 'Wrong'];

const verdictOf = ({ skipped, wrong }: Row): string => {
  if (skipped !== undefined) return `skipped: ${skipped}`;
  return wrong === undefined ? 'none' : 'YES';
};

const cellsOf = (row: Row): readonly string[] => [
  row.fault,
  row.engine,
  ...[row.rounds, row.acknowledged, row.sentAgain, row.reads].map(String),
  `${(row.maxPause / 1_000).toFixed(1)} s`,
  verdictOf(row),
];

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const write = (text: string): unknown => process.stdout.write(`${text}\n`);

await globalSetup();
try {
  const cases = faults
    .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
    .flatMap((fault) => fault.engines.map((engine) => ({ fault, engine })));
  if (cases.length === 0) throw new Error(`There is no such fault: name ${faults.map(({ name }) => name).join(', ')}.`);
  write(line(heads));
  write(line(heads.map(() => '---')));
  for (const { fault, engine } of cases) {
    const row = await rowOf(fault, engine, rounds);
    write(line(cellsOf(row)));
    if (row.wrong === undefined) continue;
    process.stderr.write(`${row.wrong}\n`);
    process.exitCode = 1;
  }
} finally {
  await globalTeardown();
}
