// Plans whose configuration calls modules of this service's registry.
import type { World } from './world.ts';

/** A module call: the address of the module, such as `acme/vpc/aws`, and its version or constraint. */
export interface CalledModule {
  /** Host of the source. The default is the host of the service. */
  readonly host?: string;
  readonly address: string;
  readonly version?: string;
}

/** Returns a plan without resource changes whose configuration calls the given modules. */
export const planCalling = ({ url }: Pick<World, 'url'>, modules: readonly CalledModule[]): string => {
  const calls = modules.map(({ host = new URL(url).host, address, version }, index) => [
    `call-${index}`,
    { source: `${host}/${address}`, version_constraint: version, module: {} },
  ]);
  return JSON.stringify({
    format_version: '1.2',
    terraform_version: '1.9.0',
    resource_changes: [],
    configuration: { root_module: { module_calls: Object.fromEntries(calls) } },
  });
};
