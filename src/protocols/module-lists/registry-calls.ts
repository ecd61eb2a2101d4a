// Finds the calls of modules from a registry in the configuration of a plan.
import { readModuleList } from './module-list.ts';
import { type RegistrySource, registrySource } from './registry-source.ts';

/** A module of a registry, with the version or version constraint in the configuration. */
export interface RegistryCall extends RegistrySource {
  readonly version: string;
}

/** Maximum number of different calls that are read from one plan. */
export const maxCalls = 200;

/** Maximum length of a version constraint in characters. Calls with longer constraints are left out. */
const maxVersionLength = 255;

/**
 * Returns the different calls of modules whose source has one of the hosts, in the order of the plan. If there are more
 * than `maxCalls` calls, the list has `maxCalls + 1` entries, so that callers can report this.
 */
export function registryCalls(plan: unknown, hosts: readonly string[]): readonly RegistryCall[] {
  const calls = new Map<string, RegistryCall>();
  for (const { source, version: written } of readModuleList(plan)?.mentions ?? []) {
    const read = registrySource(source);
    const version = written.trim().replaceAll(/\s+/g, ' ');
    if (read === undefined || !hosts.includes(read.host) || version.length > maxVersionLength) continue;
    calls.set(JSON.stringify([...Object.values(read), version]), { ...read, version });
    if (calls.size > maxCalls) break;
  }
  return [...calls.values()];
}
