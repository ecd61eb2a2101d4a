// Checks modules through the API of a service. Modules from other sources are not sent to that service.
import { type Mention, maxModules } from '../../protocols/module-lists/module-list.ts';
import { registrySource } from '../../protocols/module-lists/registry-source.ts';
import type { ServiceClient } from '../client/service.ts';
import type { ModuleSource } from './module-source.ts';
import { type ModuleCallSite, placesOf } from './places.ts';
import { checkWithService, type ModuleAtCall, ownHostsOf, type ServiceWarning } from './service.ts';

/** A deprecated module version, with the location of every module call that uses it. */
export interface DeprecatedModule extends ServiceWarning {
  readonly places: readonly ModuleCallSite[];
}

export interface ModuleCheckReport {
  readonly findings: readonly DeprecatedModule[];
  /**
   * `checked` is the number of checked uses of the service's modules. `ignored` is the number of uses of all other
   * modules.
   */
  readonly checked: number;
  readonly ignored: number;
  readonly url: string;
  /**
   * `hosts` are the host names in the addresses of the service's modules. `sourceHosts` are the host names that occur
   * in the module sources.
   */
  readonly hosts: ReadonlySet<string>;
  readonly sourceHosts: ReadonlySet<string>;
}

/** Finds the deprecated modules of the service in a module list. `only` limits the check to one organization. */
export async function checkModules(
  source: ModuleSource,
  service: ServiceClient,
  only: string | undefined,
): Promise<ModuleCheckReport> {
  const placeOf = placesOf(source);
  const hosts = await ownHostsOf(service);
  const own = ownMentions(source, hosts, only);
  const findings: DeprecatedModule[] = [];
  for (const [organization, mentions] of Map.groupBy(own, (each) => each.organization)) {
    findings.push(...(await findIn(service, organization, mentions, placeOf)));
  }
  const sourceHosts = new Set(source.mentions.flatMap((mention) => registrySource(mention.source)?.host ?? []));
  const ignored = source.mentions.length - own.length;
  return { findings, checked: own.length, ignored, url: service.url, hosts, sourceHosts };
}

/**
 * Returns the uses of the service's modules. If `only` is given, only the modules of this organization are returned.
 */
function ownMentions(
  { mentions }: ModuleSource,
  hosts: ReadonlySet<string>,
  only: string | undefined,
): readonly OwnMention[] {
  return mentions.flatMap((mention) => {
    const read = registrySource(mention.source);
    const organization = read?.organization.toLowerCase() ?? '';
    if (read === undefined || !hosts.has(read.host)) return [];
    if (only !== undefined && only.toLowerCase() !== organization) return [];
    const source = [read.host, read.organization, read.module, read.provider].join('/');
    return [{ organization, source, version: mention.version, mention }];
  });
}

/** A use of one of the service's modules. `source` has no subfolder. */
interface OwnMention extends ModuleAtCall {
  readonly organization: string;
  readonly mention: Mention;
}

async function findIn(
  service: ServiceClient,
  organization: string,
  own: readonly OwnMention[],
  placeOf: (mention: Mention) => Promise<ModuleCallSite>,
): Promise<readonly DeprecatedModule[]> {
  const byKey = Map.groupBy(own, keyOf);
  const named = [...byKey.values()].flatMap(([first]) => first ?? []);
  const findings: DeprecatedModule[] = [];
  for (const modules of inRequests(named)) {
    for (const warning of await checkWithService(service, organization, modules)) {
      const users = byKey.get(keyOf({ source: warning.source, version: warning['requested-version'] })) ?? [];
      const places = await Promise.all(users.map(({ mention }) => placeOf(mention)));
      findings.push({ ...warning, places });
    }
  }
  return findings;
}

const keyOf = ({ source, version }: ModuleAtCall): string => `${source}\n${version}`;

/**
 * Splits a module list for several requests. Each request contains at most `maxModules` modules and does not exceed the
 * maximum body size.
 */
function inRequests(named: readonly OwnMention[]): readonly (readonly ModuleAtCall[])[] {
  const requests: ModuleAtCall[][] = [];
  let available = 0;
  for (const { source, version } of named) {
    const size = Buffer.byteLength(JSON.stringify({ source, version })) + 1;
    const last = requests.at(-1);
    if (last === undefined || last.length === maxModules || size > available) {
      requests.push([{ source, version }]);
      available = maxBodyBytes - size;
    } else {
      last.push({ source, version });
      available -= size;
    }
  }
  return requests;
}

/**
 * Maximum size of the module list in a request, in bytes. The request body may have 1 MiB, which leaves room for its
 * other members.
 */
const maxBodyBytes = 1_000_000;
