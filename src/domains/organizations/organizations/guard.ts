// Access checks for routes. An access check finds the record that a request refers to. It refuses callers who have no
// right in the rights table.
import type { Context } from '../../../context.ts';
import type { Query } from '../../../db/query.ts';
import { existing, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { permissionNames } from '../../../kernel/permissions.ts';
import { includes, type Right, type Standing } from '../../../kernel/rights.ts';
import { folded } from '../../../lib/text/text.ts';
import {
  admitted,
  type Found,
  has,
  isRefusal,
  type OrganizationAccess,
  outsider,
  type Rights,
  withAdmission,
} from './rights.ts';
import { type OrganizationRow, organizationByKey } from './store.ts';

/** A record that belongs to an organization, and the caller's rights in this organization. */
export interface RecordAccess<Row> {
  readonly row: Row;
  readonly rights: Rights;
}

/** Evaluates a named condition of a right. It may throw an error of its own to give the caller a specific reason. */
export type GuardCondition<Row> = (
  context: Context,
  actor: Actor,
  access: RecordAccess<Row>,
) => boolean | Promise<boolean>;

type Conditions<Word extends string, Row> = Readonly<Record<Word, GuardCondition<Row>>>;

export type Find<Params, Result> = (context: Context, actor: Actor, params: Params) => Promise<Result>;

type WordIn<Member> = Member extends readonly (infer Word)[] ? Word : Member;

/**
 * Actions whose rights can be checked with standings (`member`, `owner` or a permission) and the given conditions
 * alone.
 */
type ActionWith<Resource extends Readonly<Record<string, Right<string>>>, Word> = {
  [Action in keyof Resource]: WordIn<Resource[Action][number]> extends Standing | Word ? Action : never;
}[keyof Resource];

/**
 * Returns a function that creates the access check for an action on a resource, such as `policyFor('update')`. The
 * access check throws 404 for a caller without the right. It throws 401 with the reason for a member whom the
 * organization's security settings refuse.
 */
export const guard =
  <const Resource extends Readonly<Record<string, Right<string>>>, Params, Row, Word extends string = never>(
    resource: Resource,
    find: Find<Params, Found<Row>>,
    conditions?: Conditions<Word, Row>,
  ) =>
  (action: ActionWith<Resource, Word>): Find<Params, RecordAccess<Row>> => {
    const known = new Map<string, GuardCondition<Row>>(Object.entries(conditions ?? {}));
    return async (context, actor, params) =>
      admit(existing(resource[action]), await find(context, actor, params), (word, access) =>
        existing(known.get(word))(context, actor, access),
      );
  };

/**
 * Whether a caller has a right. Use this function if the record has already been read with a check of another right.
 */
export const isIncluded =
  <Word extends string, Row>(right: Right<Standing | Word>, conditions: Conditions<Word, Row>) =>
  (context: Context, actor: Actor, access: RecordAccess<Row>): Promise<boolean> => {
    const known = new Map<string, GuardCondition<Row>>(Object.entries(conditions));
    return holds(right, access.rights, (word) => existing(known.get(word))(context, actor, access));
  };

/** Finds the organization that the path names, for callers who have the right. The right must not have conditions. */
export const inOrganization =
  (right: Right<Standing>): Find<{ readonly organization_name: string }, OrganizationAccess> =>
  async (context, actor, { organization_name: name }) => {
    const { row, rights } = await admit(right, await findOrganization(context, actor, name), () => false);
    return { organization: row, rights };
  };

/** Finds records by the identifier in a path parameter. A single query reads the record and the caller's rights. */
export const byId = <Row extends { readonly organization_id: string }, Parameter extends string>(
  source: Query<{ id: string }, Row>,
  parameter: Parameter,
): Find<Readonly<Record<Parameter, string>>, Found<Row>> => {
  const read = withAdmission(source, 'organization_id');
  return async ({ database }, actor, params) => existing(await read(database, actor, { id: params[parameter] }));
};

/** Finds records by the name in a path parameter. The path must also name the organization. */
export const byName =
  <Row, Parameter extends string>(
    source: Query<{ organization: string; name: string }, Row>,
    parameter: Parameter,
  ): Find<Readonly<Record<'organization_name' | Parameter, string>>, Found<Row>> =>
  async (context, actor, params) => {
    const { row, admission } = await findOrganization(context, actor, params.organization_name);
    existing(admitted(admission));
    const values = { organization: row.id, name: params[parameter] };
    return { row: existing(await context.database.first(source, values)), admission };
  };

const readOrganization = withAdmission<{ key: string }, OrganizationRow, 'id'>(organizationByKey, 'id');

/**
 * Finds an organization by name and checks the caller's access to it. Throws 404 if the organization does not exist.
 */
export const findOrganization = async (
  { database }: Context,
  actor: Actor,
  name: string,
): Promise<Found<OrganizationRow>> => existing(await readOrganization(database, actor, { key: folded(name) }));

/**
 * Throws 404 if the caller does not have the right. Throws 401 with the reason for a member whom the organization's
 * security settings refuse.
 */
export async function admit<Row>(
  right: Right<string>,
  { row, admission }: Found<Row>,
  isTrue: (word: string, access: RecordAccess<Row>) => boolean | Promise<boolean>,
): Promise<RecordAccess<Row>> {
  const rights = isRefusal(admission) ? undefined : admission;
  const access = { row, rights: rights ?? outsider };
  if (await holds(right, rights, (word) => isTrue(word, access))) return access;
  admitted(admission);
  throw notFound();
}

const holds = (
  right: Right<string>,
  rights: Rights | undefined,
  isTrue: (word: string) => boolean | Promise<boolean>,
): Promise<boolean> =>
  includes(right, (word) => (isStanding(word) ? rights !== undefined && has(rights, word) : isTrue(word)));

const standings: ReadonlySet<string> = new Set<Standing>([...permissionNames, 'member', 'owner']);

const isStanding = (word: string): word is Standing => standings.has(word);
