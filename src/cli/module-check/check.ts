// A check through the API of a service: only the modules of that service are sent to it.
import { type Mention, maxModules } from '../../protocols/module-lists/module-list.ts';
import { registrySource } from '../../protocols/module-lists/registry-source.ts';
import type { Service } from '../client/service.ts';
import type { ModuleSource } from './module-source.ts';
import { type Place, placesOf } from './places.ts';
import { checkWithService, type Named, ownHostsOf, type ServiceWarning } from './service.ts';

/** A deprecated version, and every place that uses it. */
export interface Finding extends ServiceWarning {
  readonly places: readonly Place[];
}

export interface Report {
  readonly findings: readonly Finding[];
  /** Number of places that use the checked modules of the service, and number of all others. */
  readonly checked: number;
  readonly ignored: number;
  readonly url: string;
  /** The hosts that were compared, and those that the sources name. */
  readonly hosts: ReadonlySet<string>;
  readonly sourceHosts: ReadonlySet<string>;
}

/** Checks the modules of a service in what was read. */
export async function checkModules(source: ModuleSource, service: Service, only: string | undefined): Promise<Report> {
  const placeOf = placesOf(source);
  const hosts = await ownHostsOf(service);
  const own = ownMentions(source, hosts, only);
  const findings: Finding[] = [];
  for (const [organization, mentions] of Map.groupBy(own, (each) => each.organization)) {
    findings.push(...(await findIn(service, organization, mentions, placeOf)));
  }
  const sourceHosts = new Set(source.mentions.flatMap((mention) => registrySource(mention.source)?.host ?? []));
  const ignored = source.mentions.length - own.length;
  return { findings, checked: own.length, ignored, url: service.url, hosts, sourceHosts };
}

/** The uses of modules of the service; only those of one organization where it is given. */
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

/** A use of a module of the service; the source is the module's, whichever of its folders is used. */
interface OwnMention extends Named {
  readonly organization: string;
  readonly mention: Mention;
}

async function findIn(
  service: Service,
  organization: string,
  own: readonly OwnMention[],
  placeOf: (mention: Mention) => Promise<Place>,
): Promise<readonly Finding[]> {
  const byKey = Map.groupBy(own, keyOf);
  const named = [...byKey.values()].flatMap(([first]) => first ?? []);
  const findings: Finding[] = [];
  for (const modules of inRequests(named)) {
    for (const warning of await checkWithService(service, organization, modules)) {
      const users = byKey.get(keyOf({ source: warning.source, version: warning['requested-version'] })) ?? [];
      const places = await Promise.all(users.map(({ mention }) => placeOf(mention)));
      findings.push({ ...warning, places });
    }
  }
  return findings;
}

const keyOf = ({ source, version }: Named): string => `${source}\n${version}`;

/** The modules of each request: at most `maxModules`, and no more than fit into a body. */
function inRequests(named: readonly OwnMention[]): readonly (readonly Named[])[] {
  const requests: Named[][] = [];
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

/** For the modules; the rest of the body fits between this and the limit of 1 MiB. */
const maxBodyBytes = 1_000_000;
