import { readConfig } from '../../../config.ts';
import { requireInstance } from '../../data/require-instance.ts';
import { type Action, CommandFailed, type Output } from '../../terminal/command.ts';
import { aligned } from '../../terminal/output.ts';
import type { databaseCommands } from './command.ts';

type Distributing = typeof import('../../../db/distribution/distribute.ts');
type Distribution = Awaited<ReturnType<Distributing['readDistribution']>>;
type Step = Distribution['steps'][number];

const shownStep = ({ tables, placement, setting }: Step): readonly string[] => {
  if (setting !== undefined) return ['set', setting];
  return [typeof placement === 'object' ? `distribute by ${placement.by}` : 'copy to every node', tables.join(', ')];
};

const shownPlacement = (placement: Distribution['misplaced'][number]['is']): string =>
  typeof placement === 'object' ? `distributed by ${placement.by}` : placement;

const remarksOn = ({ misplaced, unknown }: Distribution): readonly string[] => [
  ...misplaced.map(
    ({ table, is, wanted }) =>
      `${table} is ${shownPlacement(is)} and should be ${shownPlacement(wanted)}: run "select undistribute_table('${table}', cascade_via_foreign_keys => true)" on the coordinator, and distribute again.`,
  ),
  ...(unknown.length === 0
    ? []
    : [`This version of Tipstaff does not know the tables ${unknown.join(', ')}, and leaves these tables unchanged.`]),
];

const report = (distribution: Distribution, done: readonly Step[]): Output => {
  const { steps, misplaced, unknown, version, nodes } = distribution;
  const table = aligned((done.length > 0 ? done : steps).map(shownStep));
  const last =
    steps.length > 0 ? 'Nothing was changed. Add --apply to carry out the steps.' : 'All tables are distributed.';
  return {
    text: [table, ...remarksOn(distribution), last].filter((line) => line !== '').join('\n'),
    json: { version, nodes, done, steps, misplaced, unknown },
    exitCode: misplaced.length > 0 ? 1 : 0,
  };
};

export const distribute: Action<typeof databaseCommands.distribute> = async (
  { options },
  { environment, progress },
) => {
  const config = readConfig(environment);
  const { databaseUrl } = config;
  await requireInstance(config);
  if (databaseUrl === undefined) {
    throw new CommandFailed(
      'The embedded database cannot be distributed, because it is a single file: set TIPSTAFF_DATABASE_URL to the coordinator of a Citus cluster.',
    );
  }
  const { distribute: distributeTables, readDistribution } = await import('../../../db/distribution/distribute.ts');
  const before = await readDistribution(databaseUrl);
  if (!options.apply || before.steps.length === 0) return report(before, []);
  return report(await distributeTables(databaseUrl, progress), before.steps);
};
