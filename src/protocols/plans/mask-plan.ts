// Masks the sensitive values of a plan, so that the rest can be stored. A plan marks sensitive values by trees of flags
// (`before_sensitive`, `after_sensitive`, `sensitive_values`) and by declarations (`sensitive` of variables and
// outputs).
//
// A plan in which any of these flags is missing is refused, because a missing flag does not mean that a value is
// harmless.
import { isObject, type JsonObject, withMembers, withValues } from '../../lib/json/json-tree.ts';
import { hasFlag, keyOf, type PlannedValues, plannedValuesIn, withShownConstants } from './planned-values.ts';
import { SecretValues } from './secret-values.ts';

/**
 * Thrown for a plan whose sensitive values cannot be determined. The message is the reason as a clause, such as `the
 * plan is not a JSON object`.
 */
export class UnmaskablePlan extends Error {
  override readonly name = 'UnmaskablePlan';
}

export interface MaskedPlan {
  readonly plan: unknown;
  readonly run: unknown;
  /** Number of values that were masked because they are flagged. */
  readonly masked: number;
  /** Masks secrets in data that is derived from the plan and shown to users. */
  readonly secrets: Pick<SecretValues, 'removedFromKeys'>;
}

/** Masks a plan, and the plan's sensitive values in the run document. Throws `UnmaskablePlan`. */
export function maskPlan(plan: unknown, run: unknown): MaskedPlan {
  if (!isObject(plan)) throw new UnmaskablePlan('the plan is not a JSON object');
  const unknown = Object.keys(plan).find((key) => !knownMembers.has(key));
  if (unknown !== undefined)
    throw new UnmaskablePlan(`the plan has an unknown member, ${unknown.slice(0, 100)}, which might be sensitive`);
  const secrets = new SecretValues();
  const masked = maskMembers(secrets, plan);
  return { plan: secrets.removedFrom(masked), run: secrets.removedFrom(run), masked: secrets.count, secrets };
}

const knownMembers = new Set([
  ...['format_version', 'terraform_version', 'variables', 'planned_values', 'resource_drift', 'resource_changes'],
  ...['deferred_changes', 'output_changes', 'prior_state', 'configuration', 'relevant_attributes', 'checks'],
  ...['action_invocations', 'deferred_action_invocations', 'timestamp', 'applyable', 'complete', 'errored'],
]);

function maskMembers(secrets: SecretValues, plan: JsonObject): JsonObject {
  const changes = (name: string) => (list: unknown) =>
    eachOf(list, name, (resource, place) => withChange(secrets, resource, place));
  const invocation = (action: JsonObject, place: string) =>
    maskPair(secrets, action, ['config_values', 'config_sensitive', place]);
  const { root_module: root } = objectIn(plan.configuration);
  const { variables: declared } = objectIn(root);
  return withMembers(plan, {
    resource_changes: changes('resource_changes'),
    resource_drift: changes('resource_drift'),
    deferred_changes: (list) =>
      eachOf(list, 'deferred_changes', (deferred, place) =>
        withMembers(deferred, { resource_change: (one) => withChange(secrets, objectAt(one, place), place) }),
      ),
    output_changes: (outputs) =>
      withValues(objectAt(outputs, 'output_changes'), (key, change) => {
        const place = `output_changes.${key}`;
        return maskChange(secrets, objectAt(change, place), place);
      }),
    action_invocations: (list) => eachOf(list, 'action_invocations', invocation),
    deferred_action_invocations: (list) =>
      eachOf(list, 'deferred_action_invocations', (deferred, place) =>
        withMembers(deferred, { action_invocation: (one) => invocation(objectAt(one, place), place) }),
      ),
    variables: (variables) => maskVariables(secrets, objectAt(variables, 'variables'), objectIn(declared)),
    planned_values: (values) => maskState(secrets, values, 'planned_values'),
    prior_state: (state) =>
      withMembers(objectAt(state, 'prior_state'), { values: (values) => maskState(secrets, values, 'prior_state') }),
    configuration: (configuration) =>
      maskConfiguration(secrets, objectAt(configuration, 'configuration'), plannedValuesIn(plan)),
  });
}

const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});

function objectAt(value: unknown, place: string): JsonObject {
  if (isObject(value)) return value;
  throw new UnmaskablePlan(`${place} in the plan is not an object`);
}

function eachOf(list: unknown, name: string, change: (item: JsonObject, place: string) => unknown): unknown {
  if (list === null) return list;
  if (!Array.isArray(list)) throw new UnmaskablePlan(`${name} in the plan is not a list`);
  return list.map((item: unknown, index) => {
    const place = `${name}[${index}]`;
    return change(objectAt(item, place), place);
  });
}

const withChange = (secrets: SecretValues, resource: JsonObject, place: string): JsonObject =>
  withMembers(resource, { change: (change) => maskChange(secrets, objectAt(change, place), place) });

const maskChange = (secrets: SecretValues, change: JsonObject, place: string): JsonObject =>
  maskPair(secrets, maskPair(secrets, change, ['before', 'before_sensitive', place]), [
    'after',
    'after_sensitive',
    place,
  ]);

/**
 * Masks the value of one member by the flags in another member. Throws `UnmaskablePlan` if the flags are missing,
 * unless the value is null.
 */
function maskPair(
  secrets: SecretValues,
  object: JsonObject,
  [value, flags, place]: readonly [value: string, flags: string, place: string],
): JsonObject {
  if (object[value] === undefined || object[value] === null) return object;
  if (object[flags] === undefined) throw new UnmaskablePlan(`${place} in the plan has no ${flags}`);
  return withMembers(object, { [value]: (each) => masked(secrets, each, object[flags]) });
}

/**
 * Returns a value without the parts that a tree of flags marks. If value and flags have different structures, the whole
 * value is masked.
 */
function masked(secrets: SecretValues, value: unknown, flags: unknown): unknown {
  if (flags === true) return secrets.hide(value);
  if (flags === false || flags === null) return value;
  if (Array.isArray(flags) && Array.isArray(value)) {
    return value.map((each: unknown, index) => masked(secrets, each, flags[index] ?? false));
  }
  if (isObject(flags) && isObject(value)) {
    return withValues(value, (key, each) => masked(secrets, each, Object.hasOwn(flags, key) ? flags[key] : false));
  }
  return hasFlag(flags) ? secrets.hide(value) : value;
}

/** A variable that the configuration does not declare may be sensitive, so it is masked. */
const maskVariables = (secrets: SecretValues, variables: JsonObject, declared: JsonObject): JsonObject =>
  withValues(variables, (name, variable) => {
    const isHarmless = Object.hasOwn(declared, name) && !isSensitive(declared[name]);
    return isHarmless ? variable : withMembers(objectIn(variable), { value: (value) => secrets.hide(value) });
  });

const isSensitive = (declaration: unknown): boolean => {
  const { sensitive = false } = objectIn(declaration);
  return sensitive !== false;
};

const maskState = (secrets: SecretValues, values: unknown, place: string): JsonObject =>
  withMembers(objectAt(values, place), {
    outputs: (outputs) =>
      withValues(objectAt(outputs, `${place}.outputs`), (_name, output) =>
        objectIn(output).sensitive === false
          ? output
          : withMembers(objectIn(output), { value: (value) => secrets.hide(value) }),
      ),
    root_module: (root) => maskModule(secrets, objectAt(root, place), place),
  });

const maskModule = (secrets: SecretValues, module: JsonObject, place: string): JsonObject =>
  withMembers(module, {
    resources: (resources) =>
      eachOf(resources, `${place}.resources`, (resource, at) =>
        maskPair(secrets, resource, ['values', 'sensitive_values', at]),
      ),
    child_modules: (children) =>
      eachOf(children, `${place}.child_modules`, (child, at) => maskModule(secrets, child, at)),
  });

/**
 * Provider arguments whose constants are kept. Constants of all other arguments are masked, because a plan does not
 * mark secrets in provider arguments.
 */
const plainProviderArguments = new Set(['region', 'location', 'zone', 'project']);

const maskConfiguration = (secrets: SecretValues, configuration: JsonObject, planned: PlannedValues): JsonObject =>
  withMembers(configuration, {
    provider_config: (providers) =>
      withValues(objectAt(providers, 'configuration.provider_config'), (_name, provider) =>
        withMembers(objectIn(provider), {
          expressions: (expressions) =>
            withValues(objectIn(expressions), (argument, expression) =>
              plainProviderArguments.has(argument) ? expression : withoutConstants(secrets, expression),
            ),
        }),
      ),
    root_module: (root) =>
      maskDeclarations(secrets, objectAt(root, 'configuration.root_module'), { module: '', planned }),
  });

/** Module address, and the planned values of all modules. */
interface ModuleContext {
  readonly module: string;
  readonly planned: PlannedValues;
}

/**
 * Masks constants that may be secret although the plan has no flags for them: constants of sensitive declarations and
 * provisioners, and all constants that appear in no planned value.
 */
function maskDeclarations(secrets: SecretValues, module: JsonObject, place: ModuleContext): JsonObject {
  return withMembers(module, {
    variables: (variables) =>
      withValues(objectIn(variables), (_name, variable) =>
        isSensitive(variable) ? withMembers(objectIn(variable), { default: (value) => secrets.hide(value) }) : variable,
      ),
    outputs: (outputs) =>
      withValues(objectIn(outputs), (_name, output) =>
        isSensitive(output) ? withoutConstants(secrets, output) : output,
      ),
    resources: (resources) =>
      eachOf(resources, 'configuration.resources', (resource) =>
        withMembers(resource, {
          provisioners: (provisioners) => withoutConstants(secrets, provisioners),
          expressions: (expressions) =>
            withShownConstants(expressions, place.planned.get(keyOf(place.module, resource)) ?? []),
        }),
      ),
    module_calls: (calls) =>
      withValues(objectIn(calls), (name, call) =>
        maskCall(secrets, objectIn(call), { ...place, module: `${place.module}${place.module && '.'}module.${name}` }),
      ),
  });
}

/**
 * Masks the arguments of a module call, which no other part of a plan contains. The value of an argument that is not
 * declared as sensitive is masked only here and not in other parts of the plan.
 */
function maskCall(secrets: SecretValues, call: JsonObject, place: ModuleContext): JsonObject {
  const declared = objectIn(objectIn(call.module).variables);
  return withMembers(call, {
    expressions: (expressions) =>
      withValues(objectIn(expressions), (name, expression) =>
        Object.hasOwn(declared, name) && !isSensitive(declared[name])
          ? withShownConstants(expression, [])
          : withoutConstants(secrets, expression),
      ),
    module: (module) => maskDeclarations(secrets, objectIn(module), place),
  });
}

function withoutConstants(secrets: SecretValues, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => withoutConstants(secrets, each));
  if (!isObject(value)) return value;
  return withValues(value, (key, each) =>
    key === 'constant_value' ? secrets.hide(each) : withoutConstants(secrets, each),
  );
}
