// Determines the parameter values that an evaluation passes to policies.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { PolicyParameter, PolicyParameters } from '../../../effects/policy-engine/policy-code.ts';
import { type RunPlace, runPlaces } from '../../organizations/index.ts';
import { overridePlace, overridesInPlaces } from './override-store.ts';
import { tagPlace } from './overrides.ts';
import { openedValue, type ParameterRow, parameterPlace, parametersOfSets, setsOfPolicy } from './store.ts';

type Override = Awaited<ReturnType<typeof overridesIn>>[number];

/**
 * Returns the parameters of policy sets, keyed by the identifier of the set. Sets without parameters are left out. If
 * the run has no registered workspace, its project and tags are unverified claims of the client, so overrides have no
 * effect. `placeOf` is called only if a set has parameters.
 */
export async function parametersInForce(
  context: Pick<Context, 'database' | 'vault'>,
  policySets: readonly string[],
  placeOf: () => RunPlace | Promise<RunPlace>,
): Promise<ReadonlyMap<string, PolicyParameters>> {
  const { database } = context;
  if (policySets.length === 0) return new Map();
  const parameters = await database.rows(parametersOfSets, { policySets: JSON.stringify(policySets) });
  if (parameters.length === 0) return new Map();
  const overrides = Map.groupBy(
    await overridesIn(database, parameters, await placeOf()),
    ({ parameter_id }) => parameter_id,
  );
  const chosenValue = (parameter: ParameterRow): PolicyParameter => {
    const chosen = strongest(overrides.get(parameter.id) ?? []);
    const texts = new Set(chosen.map((each) => openedValue(context, overridePlace(each.id), each)));
    if (texts.size > 1) return { text: '', problem: conflictOf(parameter, chosen) };
    const [text = openedValue(context, parameterPlace(parameter.id), parameter)] = texts;
    return { text, sensitive: parameter.is_sensitive === 1 };
  };
  const bySet = Map.groupBy(parameters, ({ policy_set_id }) => policy_set_id);
  return new Map(
    [...bySet].map(([set, own]) => [
      set,
      Object.fromEntries(own.map((parameter) => [parameter.key, chosenValue(parameter)])),
    ]),
  );
}

/**
 * Returns the parameters for a policy in a replay or trial. They are the parameters of `policySet` or, if `policySet`
 * is undefined, the parameters of the only set that contains the policy. Undefined if the policy is not in exactly one
 * set or if the set has no parameters. Overrides apply if a registered workspace is given.
 */
export async function parametersOfPolicy(
  context: Pick<Context, 'database' | 'vault'>,
  {
    policy,
    policySet,
    workspace,
  }: { readonly policy: string; readonly policySet: string | undefined; readonly workspace: string | null },
): Promise<PolicyParameters | undefined> {
  const { database } = context;
  const known = policySet === undefined ? await database.rows(setsOfPolicy, { policy }) : [{ id: policySet }];
  const [set, ...others] = known;
  if (set === undefined || others.length > 0) return undefined;
  return (await parametersInWorkspace(context, [set.id], workspace)).get(set.id);
}

/**
 * Returns the parameters of policy sets for a run in a workspace, keyed by the identifier of the set; null means that
 * the run has no registered workspace.
 */
export const parametersInWorkspace = (
  context: Pick<Context, 'database' | 'vault'>,
  policySets: readonly string[],
  workspace: string | null,
): Promise<ReadonlyMap<string, PolicyParameters>> =>
  parametersInForce(context, policySets, async () => {
    const [place = { tags: [] }] = await runPlaces(context.database, [{ workspace, project: null }]);
    return place;
  });

/** Returns the overrides that apply to a run with a registered workspace. */
async function overridesIn(
  reader: Reader,
  parameters: readonly ParameterRow[],
  { workspace, project, tags }: RunPlace,
) {
  if (workspace === undefined) return [];
  const places = [
    workspace.id,
    ...(project === undefined ? [] : [project.id]),
    ...tags.flatMap(({ key, value }) => [tagPlace(key, null), tagPlace(key, value)]),
  ];
  const ids = parameters.map(({ id }) => id);
  return reader.rows(overridesInPlaces, { parameters: JSON.stringify(ids), places: JSON.stringify(places) });
}

/**
 * Returns the overrides with the highest precedence: the override for the workspace; otherwise those for tags;
 * otherwise the override for the project. An override for one value of a tag takes precedence over an override for
 * every value of the same tag.
 */
function strongest(overrides: readonly Override[]): readonly Override[] {
  const ofWorkspace = overrides.filter(({ workspace_id }) => workspace_id !== null);
  if (ofWorkspace.length > 0) return ofWorkspace;
  const ofTags = overrides.filter(({ tag_key }) => tag_key !== null);
  const exact = new Set(ofTags.flatMap(({ tag_key, tag_value }) => (tag_value === null ? [] : [tag_key])));
  const counting = ofTags.filter(({ tag_key, tag_value }) => tag_value !== null || !exact.has(tag_key));
  return counting.length > 0 ? counting : overrides;
}

function conflictOf({ key }: ParameterRow, overrides: readonly Override[]): string {
  const tags = overrides.map(({ tag_key, tag_value }) => (tag_value ? `${tag_key}=${tag_value}` : `${tag_key}`)).sort();
  return `The tags ${new Intl.ListFormat('en-GB').format(tags)} set different values of the parameter ${key}. Add an override for the workspace, or delete one of these overrides.`;
}
