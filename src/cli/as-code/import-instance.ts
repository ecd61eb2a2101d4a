// An organization of another instance as declarations, and the parts of it that cannot come.
import { Type } from 'typebox';
import { stockTokenName } from '../../config.ts';
import { Email, Exactly } from '../../jsonapi/schema.ts';
import { validate } from '../../jsonapi/validate.ts';
import { memoize } from '../../lib/functions/memoize.ts';
import { mapValues } from '../../lib/functions/records.ts';
import { hostOfService } from '../../protocols/module-lists/registry-source.ts';
import type { Service } from '../client/service-client.ts';
import { NotChecked, type Terminal, UsageError } from '../terminal/command.ts';
import { readInstance } from './instance.ts';
import { kinds } from './kinds.ts';
import {
  type Declared,
  keyOf,
  type LeftOut,
  ownersTeam,
  type Present,
  type RecordName,
  storedSecret,
  textsOf,
  type Values,
} from './model.ts';
import { placeNamed } from './place.ts';
import type { DeclaredFolder } from './read-folder.ts';
import { secretFrom } from './secrets.ts';
import type { Target } from './wire.ts';

/** Declarations, and the parts that they lack. */
export interface Imported {
  readonly folder: DeclaredFolder;
  readonly leftOut: readonly LeftOut[];
}

/** Options of the command that describe the other service. */
interface OtherService {
  readonly from: string;
  readonly token: string | undefined;
  readonly contentHost: readonly string[];
}

/** The other service; its token is in a variable or a file, since arguments are visible to others. */
export function otherService(terminal: Terminal, { from, token, contentHost }: OtherService): Service {
  const url = from.replace(/\/+$/, '');
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new UsageError(`${url} is no http or https address.`);
  const contentHosts = contentHost.map((host) => host.toLowerCase());
  if (contentHosts.some((host) => URL.parse(`https://${host}`)?.host !== host))
    throw new UsageError('--content-host takes the name of a host, such as content.example.com.');
  return { url, token: tokenFrom(terminal, url, token), contentHosts };
}

/** Addresses of people, without upper case. */
export function ownersFrom(addresses: readonly string[]): readonly string[] {
  const result = validate(owners, addresses);
  if ('problems' in result) throw new UsageError('--owner takes the mail address of a person.');
  return [...new Set(addresses.map((each) => each.toLowerCase()))].sort();
}

const owners = Type.Array(Email());

function tokenFrom({ environment }: Terminal, url: string, reference: string | undefined): string {
  if (reference === undefined) {
    const name = stockTokenName(hostOfService(url));
    const token = environment[name]?.trim();
    if (token === undefined || token === '')
      throw new UsageError(
        `Set ${name} to a token for ${url}, or name a variable or a file: --token env:NAME or file:PATH.`,
      );
    return token;
  }
  if (!/^(env|file):./.test(reference))
    throw new UsageError('--token takes env:NAME or file:PATH: a token as an argument is visible to other users.');
  const secret = secretFrom(`\${${reference}}`, { environment });
  if (typeof secret === 'string') throw new UsageError(`--token ${secret}.`);
  return secret.value.trim();
}

/** The place of an imported organization, and the people who become its owners. */
export interface Destination {
  readonly into: string;
  readonly owners: readonly string[];
}

/** Reads an organization; throws `NotChecked` where the token does not see it. */
export async function declaredElsewhere(
  source: Target,
  organization: string,
  { into, owners }: Destination,
): Promise<Imported> {
  const { records, leftOut } = await readInstance(source, { organizations: [organization], site: false });
  if (records.length === 0)
    throw new NotChecked(
      `There is no organization ${organization} at ${source.service.url}, or its token may not see it.`,
    );
  const reader = new Translation(source.service.url, into);
  // An organization here has settings of its own.
  for (const part of leftOut) if (part.kind !== 'organization') reader.leaveOut(part.what, part.reason);
  for (const record of records.filter((each) => !isOwners(each))) reader.take(record);
  const former = textsOf(records.find(isOwners)?.values.members);
  if (owners.length > 0) reader.makeOwners(owners);
  else if (former.length > 0)
    reader.leaveOut(
      `the owners of ${organization} (${former.join(', ')})`,
      'they come as members: name the people who become owners here with --owner <address>',
    );
  return reader.result();
}

/** Attributes of an organization that describe it and decide nothing here. */
const organizationAttributes = ['email'];

class Translation {
  readonly #url: string;
  readonly #into: string;
  readonly #records = new Map<string, Declared>();
  readonly #leftOut: LeftOut[] = [];

  constructor(url: string, into: string) {
    this.#url = url;
    this.#into = into;
  }

  result(): Imported {
    const records = [...this.#records.values()].map((each) => this.#withKnownNames(each));
    const folder = { records, lists: new Set<string>(), organizations: [this.#into], hasSite: false };
    return { folder, leftOut: this.#leftOut };
  }

  leaveOut(what: string, reason: string): void {
    this.#leftOut.push({ what, reason });
  }

  take(record: Present): void {
    const { kind } = record;
    const path = [this.#into, ...record.path.slice(1)];
    const title = `the ${kinds[kind].noun} ${record.path.slice(1).join('/')}`.trimEnd();
    const refusal = refusalOf(record);
    if (refusal !== undefined) {
      this.leaveOut(title, refusal);
      return;
    }
    if (record.values.kind === 'native' && kind === 'policy')
      this.leaveOut(
        `the evaluation of ${title}`,
        'it is in Sentinel: it is stored as the kind native, and its outcomes have to be posted',
      );
    const values = this.#valuesOf(record, title);
    if (values === undefined) return;
    const place = placeNamed(`${title} of ${this.#url}`);
    this.#records.set(keyOf({ kind, path }), { kind, path, values, place });
  }

  /** Nobody becomes an owner here only because the source says so: the operator names the owners. */
  makeOwners(owners: readonly string[]): void {
    const place = placeNamed('--owner');
    const add = (record: RecordName, values: Values) =>
      void this.#records.set(keyOf(record), { ...record, values, place });
    for (const email of owners) add({ kind: 'membership', path: [this.#into, email] }, {});
    add({ kind: 'team', path: [this.#into, ownersTeam] }, { members: owners });
  }

  /** The attributes that can be here; undefined where the record cannot. */
  #valuesOf({ kind, values }: Present, title: string): Values | undefined {
    if (kind === 'organization') return pick(values, organizationAttributes);
    const { attributes } = kinds[kind];
    const result = validate(schemaOf(attributes), values);
    if ('value' in result) return isNativeSet({ kind, values }) ? { ...values, overridable: false } : values;
    this.leaveOut(title, result.problems.map(({ detail }) => detail).join(', '));
    return undefined;
  }

  /** A record without the names of others that could not come. */
  #withKnownNames(record: Declared): Declared {
    const known = Object.entries(kinds[record.kind].parts).flatMap(([key, { to }]) => {
      const names = record.values[key];
      if (to === undefined || !Array.isArray(names)) return [];
      return [[key, names.filter((name) => this.#records.has(keyOf({ kind: to, path: [this.#into, name] })))]] as const;
    });
    return { ...record, values: { ...record.values, ...Object.fromEntries(known) } };
  }
}

const isOwners = ({ kind, path }: Present): boolean => kind === 'team' && path[1] === ownersTeam;

/** The sets of one kind only can be overridable here. */
const isNativeSet = ({ kind, values }: Pick<Present, 'kind' | 'values'>): boolean =>
  kind === 'policy-set' && values.kind === 'native';

/** Reason why a record cannot come at all. */
function refusalOf({ path, values }: Present): string | undefined {
  if (path.includes('')) return 'the instance does not show its name';
  return Object.values(values).includes(storedSecret)
    ? 'its value is a secret, which no instance shows: set it here'
    : undefined;
}

const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));

const schemaOf = memoize((attributes: (typeof kinds)[Declared['kind']]['attributes']) =>
  Exactly(mapValues(attributes, (each) => Type.Optional(each))),
);
