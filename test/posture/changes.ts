// Makes random changes through the API to everything that affects an organization's posture.
import { query } from '../../src/db/query.ts';
import { insertEvaluation, insertOutcome } from '../../src/domains/policies/evaluations/store.ts';
import { documentOf, identifiers } from '../support/documents.ts';
import { creating, evaluated, harmless, inWorkspace, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { newMember, newTeam } from '../support/members.ts';
import { newPolicy, newPolicySet } from '../support/policies.ts';
import { newProject, newWorkspace, tagBindings } from '../support/workspaces.ts';
import type { Home, World } from '../support/world.ts';

/** Returns a generator of pseudo-random numbers between 0 and 1 that depend only on the seed. */
export const randomNumbers = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const hour = 3_600_000;

const wholeEvaluation = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('policy_evaluations').selectAll().where('id', '=', id),
);
const wholeOutcomes = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('policy_set_outcomes').selectAll().where('evaluation_id', '=', id),
);

/** Returns an organization's records, and functions that choose random records. */
const newScene = async (world: World, home: Home, random: () => number) => {
  let count = 0;
  const newName = (what: string): string => {
    count += 1;
    return `${what}-${count}`;
  };
  const pick = <Value>(all: readonly Value[]): Value | undefined => all[Math.floor(random() * all.length)];
  const policies = [await newOpaPolicy(home, newName('pol')), await newOpaPolicy(home, newName('pol'))];
  const native = [await newPolicy(home, newName('pol'), { 'enforcement-level': 'hard-mandatory' })];
  return {
    world,
    home,
    manager: await newMember(world, home, await newTeam(world, home, ['manage-policies'])),
    random,
    newName,
    pick,
    one: (all: readonly string[]): string => pick(all) ?? 'none',
    flag: (): boolean => random() < 0.5,
    workspaces: [await newWorkspace(home, newName('w')), await newWorkspace(home, newName('w'))],
    projects: [await newProject(home, newName('p')), await newProject(home, newName('p'))],
    policies,
    native,
    sets: [
      await opaSet(home, newName('s'), policies, { global: true, overridable: true }),
      await opaSet(home, newName('s'), policies.slice(1)),
      await newPolicySet(home, newName('s'), {}, native),
    ],
    evaluations: [''],
    exemptions: [''],
    patch: (type: string, id: string, attributes: object, relationships: object = {}) =>
      home.client.patch(`/${type}/${id}`, documentOf(type, attributes, relationships)),
    /** Deletes one of the records, but keeps at least two. */
    remove: (type: string, ids: string[]) => {
      if (ids.length < 3) return undefined;
      const [id = ''] = ids.splice(Math.floor(random() * ids.length), 1);
      return home.client.delete(`/${type}/${id}`);
    },
  };
};

type Scene = Awaited<ReturnType<typeof newScene>>;
type Change = () => Promise<unknown> | undefined;

const placeChanges = ({ home, workspaces, projects, patch, one, flag, newName, remove }: Scene): readonly Change[] => {
  const tags = () =>
    tagBindings(Object.fromEntries(['env', 'team'].flatMap((key) => (flag() ? [[key, one(['a', 'b'])]] : []))));
  return [
    () => patch('workspaces', one(workspaces), {}, { 'tag-bindings': tags() }),
    () => patch('workspaces', one(workspaces), { name: newName('w') }),
    () => patch('workspaces', one(workspaces), {}, { project: { data: { id: one(projects), type: 'projects' } } }),
    () => patch('projects', one(projects), {}, { 'tag-bindings': tags() }),
    async () => workspaces.length < 6 && workspaces.push(await newWorkspace(home, newName('w'))),
    () => remove('workspaces', workspaces),
  ];
};

const scopeChanges = (scene: Scene): readonly Change[] => {
  const { home, sets, workspaces, projects, policies, native, one, pick, flag, random } = scene;
  const { client } = home;
  const change = (path: string, json: object) =>
    client.request(random() < 0.6 ? 'POST' : 'DELETE', `/policy-sets/${one(sets)}/${path}`, { json });
  const relate = (type: string, to: 'workspaces' | 'projects' | 'policies', id: string) =>
    change(`relationships/${type}`, identifiers(to, id));
  const selector = () => ({
    'tag-key': one(['env', 'team']),
    'tag-value': pick(['a', 'b', null]),
    'is-exclude': random() < 0.3,
  });
  return [
    () => change('tag-selectors', { data: [selector()] }),
    () => change('tag-selectors', { data: [selector()] }),
    () => relate('workspaces', 'workspaces', one(workspaces)),
    () => relate('projects', 'projects', one(projects)),
    () => relate('workspace-exclusions', 'workspaces', one(workspaces)),
    () => relate('project-exclusions', 'projects', one(projects)),
    () => relate('policies', 'policies', one(flag() ? policies : native)),
  ];
};

const policyChanges = (scene: Scene): readonly Change[] => {
  const { home, sets, policies, exemptions, workspaces, patch, one, pick, flag, random, newName, remove } = scene;
  const level = () => ({ 'enforcement-level': one(['mandatory', 'advisory']), shadow: random() < 0.3 });
  return [
    () => patch('policy-sets', one(sets), { global: flag(), 'tag-selector-matching-logic': pick(['any', 'all']) }),
    () => patch('policy-sets', one(sets), { shadow: random() < 0.3, name: newName('s') }),
    () => patch('policies', one(policies), level()),
    () => patch('policies', one(policies), { name: newName('pol') }),
    async () => policies.length < 5 && policies.push(await newOpaPolicy(home, newName('pol'))),
    async () => sets.length < 6 && sets.push(await opaSet(home, newName('s'), [one(policies)], { global: flag() })),
    () => remove('policies', policies),
    () => remove('policy-sets', sets),
    async () => {
      const attributes = { reason: 'agreed', owner: 'ops', 'expires-at': null };
      const document = documentOf('policy-exemptions', attributes, inWorkspace(one(workspaces)));
      const { status, body } = await home.client.post(`/policies/${one(policies)}/exemptions`, document);
      if (status === 201) exemptions.push(String(body.data.id));
    },
    () => remove('policy-exemptions', exemptions),
  ];
};

/** Stores a copy of an evaluation without updating the counters, as earlier versions of the program do. */
const storeUncounted = async ({ world: { context }, evaluations, one, newName }: Scene): Promise<void> => {
  const id = one(evaluations);
  const row = await context.database.first(wholeEvaluation, { id });
  if (row === undefined) return;
  const outcomes = await context.database.rows(wholeOutcomes, { id });
  const copy = newName('poleval-copy');
  const copies = outcomes.map((each) => ({ ...each, id: newName('psout-copy'), evaluation_id: copy }));
  await context.database.transaction(async (tx) => {
    await insertEvaluation(tx, { ...row, id: copy, is_counted: 0 });
    if (copies.length > 0) await insertOutcome(tx, copies);
  });
  evaluations.push(copy);
};

const evaluationChanges = (scene: Scene): readonly Change[] => {
  const { world, home, manager, evaluations, workspaces, sets, native, one, pick, flag, random } = scene;
  const { client } = home;
  const evaluate = async (path: string) => {
    const document = documentOf('policy-evaluations', {}, flag() ? inWorkspace(one(workspaces)) : {});
    const { id } = await evaluated({ world, by: home, path, document }, flag() ? creating : harmless);
    evaluations.push(String(id));
  };
  const override = () => {
    const end = new Date(world.context.clock.now() + random() * 48 * hour).toISOString();
    const document = documentOf('policy-evaluations', { comment: 'known', 'expires-at': pick([null, end]) });
    return client.post(`/policy-evaluations/${one(evaluations)}/actions/override`, document);
  };
  const postOutcome = async () => {
    const id = one(evaluations);
    const { body } = await client.get(`/policy-evaluations/${id}`);
    const outcome = { 'policy-id': one(native), status: one(['passed', 'failed', 'errored']), output: [] };
    const digest = body.data?.attributes['input-digest'] ?? '';
    const attributes = { 'input-digest': digest, source: null, outcomes: [outcome] };
    return manager.client.post(
      `/policy-evaluations/${id}/external-outcomes`,
      documentOf('external-outcomes', attributes),
    );
  };
  const byAll = () => evaluate(`/organizations/${home.name}/evaluations`);
  return [
    ...[byAll, byAll, byAll, byAll, byAll],
    () => evaluate(`/policy-sets/${one(sets)}/evaluations`),
    override,
    postOutcome,
    () => storeUncounted(scene),
    async () => world.advance(random() * 3 * hour),
  ];
};

/** Creates the initial records. Returns a function that makes one random change. */
export const randomChanges = async (world: World, home: Home, random: () => number) => {
  const scene = await newScene(world, home, random);
  const kinds = [placeChanges, scopeChanges, policyChanges, evaluationChanges];
  const changes = kinds.flatMap((each) => each(scene));
  return async () => scene.pick(changes)?.();
};
