// Imports an organization of another instance as declarations, and reports what cannot be imported.
import { Type } from 'typebox';
import { stockTokenName } from '../../config.ts';
import { Email, Exactly } from '../../jsonapi/schema.ts';
import { validate } from '../../jsonapi/validate.ts';
import { memoize } from '../../lib/functions/memoize.ts';
import { mapValues } from '../../lib/functions/records.ts';
import { hostOfService } from '../../protocols/module-lists/registry-source.ts';
import { type ServiceClient, serviceAddress, serviceAt } from '../client/service.ts';
import { NotChecked, type Terminal, UsageError } from '../terminal/command.ts';
import { readInstance } from './instance.ts';
import { kinds, titleOf } from './kinds.ts';
import {
  type DeclaredRecord,
  type KindName,
  keyOf,
  type LeftOut,
  ownersTeam,
  type Present,
  placeNamed,
  type RecordValues,
  storedSecret,
  textsOf,
} from './model.ts';
import type { DeclaredFolder } from './read-folder.ts';
import { secretFrom } from './secrets.ts';
import type { ApiTarget } from './wire.ts';

/** Imported declarations, and the records and attributes that could not be imported. */
export interface Imported {
  readonly folder: DeclaredFolder;
  readonly leftOut: readonly LeftOut[];
}

/** Command-line options that describe the source instance. */
interface OtherService {
  readonly from: string;
  readonly token: string | undefined;
  readonly contentHost: readonly string[];
}

/**
 * Returns a client for the source instance. The token is read from an environment variable or a file, because other
 * users of the machine can see command-line arguments.
 */
export function otherService(terminal: Terminal, { from, token, contentHost }: OtherService): ServiceClient {
  const url = serviceAddress(from);
  const contentHosts = contentHost.map((host) => host.toLowerCase());
  if (contentHosts.some((host) => URL.parse(`https://${host}`)?.host !== host))
    throw new UsageError('--content-host must be the name of a host, such as content.example.com.');
  return serviceAt(terminal, { url, token: tokenFrom(terminal, url, token), contentHosts });
}

/** Returns the owners' email addresses in lower case, without duplicates. */
export function ownersFrom(addresses: readonly string[]): readonly string[] {
  const result = validate(owners, addresses);
  if ('problems' in result) throw new UsageError('--owner must be the e-mail address of a person.');
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

/** Organization to import into, and the email addresses of its future owners. */
export interface Destination {
  readonly into: string;
  readonly owners: readonly string[];
}

/** Reads an organization of the source instance. Throws `NotChecked` if the token cannot see it. */
export async function declaredElsewhere(
  source: ApiTarget,
  organization: string,
  { into, owners }: Destination,
): Promise<Imported> {
  const { url } = source;
  const { records, leftOut: unread } = await readInstance(source, { organizations: [organization], site: false });
  if (records.length === 0)
    throw new NotChecked(
      `There is no organization ${organization} at ${url}, or the token has no permission to read the organization.`,
    );
  // Only a few attributes of the organization itself are imported. Its unreadable attributes are therefore not
  // reported.
  const leftOut = unread.filter(({ kind }) => kind !== 'organization').map(({ what, reason }) => ({ what, reason }));
  const others = records.filter((each) => !isOwners(each));
  const taken = others.flatMap((each) => declaredFrom(each, into, url, (part) => leftOut.push(part)));
  const former = textsOf(records.find(isOwners)?.values.members);
  if (owners.length === 0 && former.length > 0)
    leftOut.push({
      what: `the owners of ${organization} (${former.join(', ')})`,
      reason: 'these people are imported as members: name the new owners with --owner <address>',
    });
  const byKey = new Map([...taken, ...ownersIn(into, owners)].map((each) => [keyOf(each), each]));
  const declared = [...byKey.values()].flatMap((each) => {
    if (hasKnownPath(each, byKey)) return [withKnownNames(each, byKey)];
    const what = `the ${titleOf({ kind: each.kind, path: each.path.slice(1) })}`;
    leftOut.push({ what, reason: 'its team, project or workspace was not imported' });
    return [];
  });
  return { folder: { records: declared, lists: new Set(), organizations: [into], hasSite: false }, leftOut };
}

/** The only attributes of an organization that are imported. */
const organizationAttributes = ['email'];

/**
 * Returns a list with the declaration for a record of the source instance. The list is empty if the record cannot be
 * imported.
 */
function declaredFrom(
  { kind, path: [, ...names], values }: Present,
  into: string,
  url: string,
  leaveOut: (part: LeftOut) => void,
): readonly DeclaredRecord[] {
  const title = `the ${titleOf({ kind, path: names })}`;
  const declared = { kind, path: [into, ...names], place: placeNamed(`${title} of ${url}`) };
  if (kind === 'organization') return [{ ...declared, values: pick(values, organizationAttributes) }];
  const refusal = refusalOf(names, values);
  if (refusal === undefined && kind === 'policy' && values.kind === 'native')
    leaveOut({
      what: `the evaluation of ${title}`,
      reason:
        'the policy is written in Sentinel: Tipstaff stores the policy with the kind native, and another program must evaluate the policy and report the outcomes',
    });
  const reason = refusal ?? faultsOf(kind, values);
  if (reason !== undefined) leaveOut({ what: title, reason });
  // In Tipstaff, native policy sets cannot be overridable.
  const isNativeSet = kind === 'policy-set' && values.kind === 'native';
  return reason === undefined
    ? [{ ...declared, values: isNativeSet ? { ...values, overridable: false } : values }]
    : [];
}

/** Owners are never copied from the source instance. The operator names them with `--owner`. */
function ownersIn(into: string, owners: readonly string[]): readonly DeclaredRecord[] {
  if (owners.length === 0) return [];
  const place = placeNamed('--owner');
  return [
    ...owners.map((email) => ({ kind: 'membership', path: [into, email], values: {}, place }) as const),
    { kind: 'team', path: [into, ownersTeam], values: { members: owners }, place },
  ];
}

/**
 * Whether all records that the path of a record names, such as its team, were imported. The team `owners` need not be
 * imported, because every organization has it.
 */
function hasKnownPath({ kind, path }: DeclaredRecord, known: ReadonlyMap<string, DeclaredRecord>): boolean {
  const [organization = ''] = path;
  const references = kinds[kind].references?.(path) ?? [];
  return references.every(
    (to) => to.name === ownersTeam || known.has(keyOf({ kind: to.kind, path: [organization, to.name] })),
  );
}

/** Removes references to records that could not be imported. */
function withKnownNames(record: DeclaredRecord, known: ReadonlyMap<string, DeclaredRecord>): DeclaredRecord {
  const [organization = ''] = record.path;
  const lists = Object.entries(kinds[record.kind].parts).flatMap(([key, { to }]) => {
    const names = record.values[key];
    if (to === undefined || !Array.isArray(names)) return [];
    return [[key, names.filter((name) => known.has(keyOf({ kind: to, path: [organization, name] })))] as const];
  });
  return { ...record, values: { ...record.values, ...Object.fromEntries(lists) } };
}

const isOwners = ({ kind, path }: Present): boolean => kind === 'team' && path[1] === ownersTeam;

/** Reason why a record cannot be imported; undefined if it can be imported. */
function refusalOf(names: readonly string[], values: RecordValues): string | undefined {
  if (names.includes('')) return 'the other instance does not return the name of the record';
  return Object.values(values).includes(storedSecret)
    ? 'the value is a secret, and an instance never returns secrets: set the value in this instance'
    : undefined;
}

/** Describes the attribute values that this instance would reject; undefined if all values are valid. */
function faultsOf(kind: KindName, values: RecordValues): string | undefined {
  const result = validate(schemaOf(kinds[kind].attributes), values);
  return 'problems' in result ? result.problems.map(({ detail }) => detail).join(', ') : undefined;
}

const pick = (values: RecordValues, names: readonly string[]): RecordValues =>
  Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));

const schemaOf = memoize((attributes: (typeof kinds)[DeclaredRecord['kind']]['attributes']) =>
  Exactly(mapValues(attributes, (each) => Type.Optional(each))),
);
