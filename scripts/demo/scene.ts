// Simulates ninety days in two organizations through the API of an instance.
import { documentOf } from './client.ts';
import { attempts, evaluate, lastAttempt } from './evaluations.ts';
import { day, type Instance } from './instance.ts';
import { type Happening, moduleHappenings, newModules } from './modules.ts';
import { newPeople, type People } from './people.ts';
import { type Ids, newGovernance, uploadCode } from './policies.ts';

/** Number of days before today at which the simulation starts. */
export const sceneDays = 90;

/** Paths of console pages that show content of the demo. */
export interface Scene {
  readonly evaluation: string;
  readonly trends: string;
  readonly module: string;
  readonly draft: string;
}

const exemption = (instance: Instance, people: People, ids: Ids) =>
  people.as('olivia').post(
    `/policies/${ids.get('platform/encrypted-volumes')}/exemptions`,
    documentOf('policy-exemptions', {
      reason: 'The bucket is a cache without customer data.',
      owner: 'Team data',
      'expires-at': new Date(instance.now() + 60 * day).toISOString(),
      'resource-address': 'aws_ebs_volume.data_data',
    }),
  );

/** Creates a policy replay. It shows the effect of making the advisory policy mandatory. */
async function replay({ runJobs }: Instance, { as }: People, ids: Ids): Promise<void> {
  const trial = documentOf('policy-replays', { 'enforcement-level': 'mandatory' });
  await as('paul').post(`/policies/${ids.get('platform/owner-tag')}/replays`, trial);
  await runJobs('policy-replay');
}

/** Returns the events that happen only once. */
const singleHappenings = (instance: Instance, people: People, ids: Ids): readonly Happening[] => [
  {
    daysAgo: 62,
    happen: () =>
      uploadCode(people.as('paul'), ids.get('platform/instance-size'), {
        file: 'instances-fixed',
        message: 'Set one limit for the production machines of team web',
      }),
  },
  { daysAgo: 25, happen: () => exemption(instance, people, ids) },
  { daysAgo: 20, happen: () => people.as('ada').post(`/admin/users/${people.idOf('sam')}/actions/suspend`) },
  { daysAgo: 1, happen: () => replay(instance, people, ids) },
  {
    daysAgo: 0.02,
    happen: () =>
      uploadCode(people.as('paul'), ids.get('platform/allowed-regions'), {
        file: 'regions-draft',
        message: 'Add eu-north-1',
      }),
  },
];

/** Returns events that run the service's background jobs, every five days. */
const jobHappenings = ({ runJobs }: Instance): readonly Happening[] =>
  Array.from({ length: sceneDays / 5 }, (_, index) => ({ daysAgo: index * 5, happen: () => runJobs() }));

export interface SceneOptions {
  /** Password of all accounts. */
  readonly password: string;
  /** Texts that the operator can set for the pages of the console. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Called with the number of days that remain to be simulated. */
  readonly progress?: (daysAgo: number) => void;
}

/** Runs the simulation. The instance's clock must be at the simulation's start. */
export async function playScene(instance: Instance, options: SceneOptions): Promise<Scene> {
  const { password, texts, progress = () => undefined } = options;
  const people = await newPeople(instance, password);
  if (texts !== undefined)
    await people.as('ada').patch('/admin/customization-settings', documentOf('customization-settings', texts));
  const ids = await newGovernance(people);
  await newModules(people);
  const happenings = [
    ...attempts().map((attempt) => ({
      daysAgo: attempt.daysAgo,
      happen: () => evaluate(instance, people, ids, attempt),
    })),
    ...moduleHappenings(people),
    ...singleHappenings(instance, people, ids),
    ...jobHappenings(instance),
  ];
  for (const { daysAgo, happen } of happenings.toSorted((one, other) => other.daysAgo - one.daysAgo)) {
    instance.moveTo(daysAgo);
    progress(daysAgo);
    await happen();
  }
  const { id } = await evaluate(instance, people, ids, lastAttempt);
  instance.moveTo(0);
  const base = '/app/organizations/platform';
  return {
    evaluation: `${base}/evaluations/${id}`,
    trends: `${base}/policy-sets/${ids.get('platform/set/baseline')}/trends`,
    module: `${base}/registry/network/aws`,
    draft: `${base}/policies/${ids.get('platform/allowed-regions')}/code`,
  };
}
