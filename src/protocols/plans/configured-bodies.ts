// The resources in the configuration of a plan. A block is a list of bodies there, and an attribute an expression: nothing else in a
// plan says which of the two a name is.
import { isObject, type JsonObject } from '../../lib/json/json-tree.ts';
import { keyOf } from './planned-values.ts';

/** The body of each resource in the configuration, by `keyOf`. */
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
