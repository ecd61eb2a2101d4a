// Converts the state of a workspace to a plan that changes nothing, so that policies can be evaluated without a plan.
import { isObject, type JsonObject } from '../../lib/json/json-tree.ts';

/** Thrown for a document that is not a state. The message is the reason and the remedy as a clause. */
export class NotAState extends Error {
  override readonly name = 'NotAState';
}

/** Version of the plan format in which the plan is written. */
const planFormat = '1.2';

/** Members that only plans have. */
const planMembers = ['resource_changes', 'planned_values', 'configuration'];

/**
 * Returns a plan in which every managed resource of the state has the action `no-op`. `state` is the parsed output of
 * `show -json` for a state. The state of a workspace without resources may lack `values`. Throws `NotAState`.
 */
export function planOfState(state: unknown): JsonObject {
  if (!isObject(state) || typeof state.format_version !== 'string')
    throw new NotAState(
      'the document was not written by "show -json": convert a state file with "terraform show -json <file>"',
    );
  if (planMembers.some((name) => Object.hasOwn(state, name)))
    throw new NotAState('the document is a plan and not a state: leave out the option --state');
  const { terraform_version, values } = state;
  const { root_module: root, ...others } = objectIn(values);
  const module = managedIn(objectIn(root));
  return {
    format_version: planFormat,
    terraform_version,
    planned_values: { ...others, root_module: module },
    resource_changes: changesIn(module),
    prior_state: state,
  };
}

const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});
const objectsIn = (list: unknown): readonly JsonObject[] => (Array.isArray(list) ? list.filter(isObject) : []);

/**
 * Returns a module with its current managed resources. Like the planned values of a plan, the result has no data
 * sources and no deposed objects, which are old objects that a replacement has not destroyed yet.
 */
function managedIn(module: JsonObject): JsonObject {
  const { resources, child_modules: children } = module;
  return {
    ...module,
    ...(resources !== undefined && {
      resources: objectsIn(resources).filter(
        ({ mode, deposed_key: deposed }) => mode === 'managed' && deposed === undefined,
      ),
    }),
    ...(children !== undefined && { child_modules: objectsIn(children).map(managedIn) }),
  };
}

const changesIn = (module: JsonObject): readonly JsonObject[] => [
  ...objectsIn(module.resources).map((resource) => unchanged(module, resource)),
  ...objectsIn(module.child_modules).flatMap(changesIn),
];

function unchanged({ address: module_address }: JsonObject, resource: JsonObject): JsonObject {
  const { address, mode, type, name, index, provider_name, values, sensitive_values: flags = {} } = resource;
  const after = { after: values, after_unknown: {}, before_sensitive: flags, after_sensitive: flags };
  const change = { actions: ['no-op'], before: values, ...after };
  return { address, module_address, mode, type, name, index, provider_name, change };
}
