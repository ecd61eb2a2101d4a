// Resources in a plan's configuration. In the configuration, a block is a list of bodies and an attribute is an
// expression. No other part of a plan shows whether a name is a block or an attribute.
import { isObject, type JsonObject } from '../../lib/json/json-tree.ts';
import { keyOf } from './planned-values.ts';

/** Returns the body of each resource in the configuration, by `keyOf`. */
export function configuredBodies(plan: unknown): ReadonlyMap<string, JsonObject> {
  const bodies = new Map<string, JsonObject>();
  const addModule = (module: JsonObject, address: string): void => {
    const { resources, module_calls: calls } = module;
    for (const resource of Array.isArray(resources) ? resources : []) {
      if (isObject(resource)) bodies.set(keyOf(address, resource), objectIn(resource.expressions));
    }
    for (const [name, call] of Object.entries(objectIn(calls))) {
      addModule(objectIn(objectIn(call).module), `${address}${address && '.'}module.${name}`);
    }
  };
  addModule(objectIn(objectIn(objectIn(plan).configuration).root_module), '');
  return bodies;
}

const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});
