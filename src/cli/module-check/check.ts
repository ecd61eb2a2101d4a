// A check from outside: what is asked of the service is reduced to the modules that are its own.
import { type Mention, maxModules } from '../../protocols/module-lists/module-list.ts';
import { hostOfService, registrySource } from '../../protocols/module-lists/registry-source.ts';
import type { ModuleSource } from './module-source.ts';
import { type Place, placesOf } from './places.ts';
import { checkWithService, type Named, type Service, type ServiceWarning } from './service.ts';

/** A version that is deprecated, and every place that uses it. */
export interface Finding extends ServiceWarning {
  readonly places: readonly Place[];
}

export interface Report {
  readonly findings: readonly Finding[];
  /** How many places use modules of the service, and how many others there are. */
  readonly checked: number;
  readonly ignored: number;
  readonly url: string;
}

/** A module's own source: whatever folder of it is used, it is one and the same. */
interface OwnMention extends Named {
  readonly organization: string;
  readonly mention: Mention;
}

const keyOf = ({ source, version }: Named): string => `${source}\n${version}`;

/** In bytes; what stands around the modules has room in the rest of what a body may be. */
const maxBodyBytes = 1_000_000;

/** The modules of each request: as many as one may ask for, and as a body has room for, however long their names are. */
const inTurns = (named: readonly OwnMention[]): readonly (readonly Named[])[] => {
  const turns: Named[][] = [];
  let available = 0;
  for (const { source, version } of named) {
    const size = Buffer.byteLength(JSON.stringify({ source, version })) + 1;
    const turn = turns.at(-1);
    if (turn === undefined || turn.length === maxModules || size > available) {
      turns.push([{ source, version }]);
      available = maxBodyBytes - size;
    } else {
      turn.push({ source, version });
      available -= size;
    }
  }
  return turns;
};

/** The mentions of modules of the service; of one organization only where it is named. */
const ownMentions = ({ mentions }: ModuleSource, { url }: Service, only: string | undefined): readonly OwnMention[] => {
  const host = hostOfService(url);
  return mentions.flatMap((mention) => {
    const read = registrySource(mention.source);
    const organization = read?.organization.toLowerCase() ?? '';
    if (read?.host !== host || (only !== undefined && only.toLowerCase() !== organization)) return [];
    const source = [host, read.organization, read.module, read.provider].join('/');
    return [{ organization, source, version: mention.version, mention }];
  });
};

const findIn = async (
  service: Service,
  organization: string,
  own: readonly OwnMention[],
  placeOf: (mention: Mention) => Promise<Place>,
): Promise<readonly Finding[]> => {
  const byKey = Map.groupBy(own, keyOf);
  const named = [...byKey.values()].flatMap(([first]) => first ?? []);
  const findings: Finding[] = [];
  for (const modules of inTurns(named)) {
    for (const warning of await checkWithService(service, organization, modules)) {
      const users = byKey.get(keyOf({ source: warning.source, version: warning['version-asked'] })) ?? [];
      const places = await Promise.all(users.map(({ mention }) => placeOf(mention)));
      findings.push({ ...warning, places });
    }
  }
  return findings;
};

/** Asks a service about everything of its own that is given. */
export const checkModules = async (
  source: ModuleSource,
  service: Service,
  only: string | undefined,
): Promise<Report> => {
  const placeOf = placesOf(source);
  const own = ownMentions(source, service, only);
  const findings: Finding[] = [];
  for (const [organization, mentions] of Map.groupBy(own, (each) => each.organization)) {
    findings.push(...(await findIn(service, organization, mentions, placeOf)));
  }
  return { findings, checked: own.length, ignored: source.mentions.length - own.length, url: service.url };
};
