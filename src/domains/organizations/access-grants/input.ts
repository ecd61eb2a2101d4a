// Request bodies for access to workspaces and projects, and the level that they grant.
import { type TSchema, Type } from 'typebox';
import { type Problem, problemAt, requireNone } from '../../../jsonapi/errors.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Reference } from '../../../jsonapi/schema.ts';
import { attributeIn, type Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { mapValues } from '../../../lib/functions/records.ts';
import { isObject } from '../../../lib/json/json-tree.ts';
import { sentenceCase } from '../../../lib/text/text.ts';
import { customRuns, type GrantedLevel } from '../team-access/levels.ts';
import type { AccessKind } from './kinds.ts';
import { membersOfProject, membersOfWorkspace, type StockMember } from './stock-members.ts';

const optional = (members: Readonly<Record<string, StockMember>>): Readonly<Record<string, TSchema>> =>
  mapValues(members, ({ schema }): TSchema => Type.Optional(schema));

const overrides = { 'policy-overrides': Type.Optional(Type.Boolean()) };

const { 'project-access': inProject, 'workspace-access': inWorkspaces } = membersOfProject;

const attributesOf: Readonly<Record<AccessKind['place'], Readonly<Record<string, TSchema>>>> = {
  workspace: { ...optional(membersOfWorkspace), ...overrides },
  project: {
    'project-access': Type.Optional(Type.Object(optional(inProject))),
    'workspace-access': Type.Optional(Type.Object({ ...optional(inWorkspaces), ...overrides })),
  },
};

/** Body of a request that gives a team access. */
export const createPayloadOf = ({ place, type, levels }: AccessKind) =>
  documentPayload({
    type,
    attributes: Type.Object({ access: Type.Enum([...levels]), ...attributesOf[place] }),
    relationships: Type.Object({ team: Reference('teams'), [place]: Reference(`${place}s`) }),
  });

/** Body of a request that changes the access of a team. */
export const updatePayloadOf = ({ place, type, levels }: AccessKind) =>
  documentPayload({
    type,
    attributes: Type.Object({ access: Type.Optional(Type.Enum([...levels])), ...attributesOf[place] }),
  });

/** Attributes of a request, after validation. */
export interface AccessAttributes {
  readonly access?: GrantedLevel['access'];
}

/** Access that a request asks for. */
export interface WantedAccess extends GrantedLevel {
  /** Whether the team may override policies there. Undefined if the request does not say. */
  readonly overrides: boolean | undefined;
}

type Members = ReadonlyMap<string, unknown>;

/** Returns the attributes, including nested ones, by their paths, such as `workspace-access/runs`. */
const membersIn = (attributes: object): Members =>
  new Map(
    Object.entries(attributes).flatMap(([name, value]: readonly [string, unknown]) =>
      isObject(value)
        ? Object.entries(value).map(([inner, each]) => [`${name}/${inner}`, each] as const)
        : [[name, value] as const],
    ),
  );

/**
 * Returns the access that a request asks for. If the level is `custom` before and after the request, attributes that
 * the request leaves out keep their values. Throws 422 if the level does not permit the value of an attribute.
 */
export function wantedAccess(
  words: Vocabulary,
  kind: AccessKind,
  attributes: AccessAttributes,
  before: GrantedLevel,
): WantedAccess {
  const sent = membersIn(attributes);
  const { access = before.access } = attributes;
  const sentValue = (name: string) => sent.get(`${kind.workspaceMembers}${name}`);
  const runs = customRuns.find((each) => each === sentValue('runs'));
  const creates = sentValue('create') ?? before.creates_workspaces === 1;
  const granted: GrantedLevel =
    access === 'custom'
      ? { access, runs: runs ?? before.runs ?? 'read', creates_workspaces: creates === true ? 1 : 0 }
      : { access, runs: null, creates_workspaces: 0 };
  const wanted = sentValue('policy-overrides');
  const isRefused = wanted === true && access !== 'custom' && access !== 'admin';
  requireNone([
    ...memberProblems(words, kind, sent, granted),
    ...(isRefused ? [readOnlyProblem(words, `${kind.workspaceMembers}policy-overrides`, access)] : []),
  ]);
  return { ...granted, overrides: typeof wanted === 'boolean' ? wanted : undefined };
}

const memberProblems = (
  words: Vocabulary,
  { members }: AccessKind,
  sent: Members,
  granted: GrantedLevel,
): readonly Problem[] =>
  Object.entries(members).flatMap(([path, { custom, impliedBy }]) => {
    const [value, implied] = [sent.get(path), impliedBy(granted)];
    if (value === undefined || value === implied) return [];
    const { access } = granted;
    if (custom !== undefined && access !== 'custom') return [readOnlyProblem(words, path, access)];
    const permitted = (custom ?? [implied]).join(' or ');
    const { pointer, name } = locationOf(words, path);
    const detail = `${name} must be ${permitted} when access level is '${access}'; other values have no effect in this service.`;
    return [problemAt(pointer, 'not-supported', detail)];
  });

// Released clients expect exactly this message.
const readOnlyProblem = (words: Vocabulary, path: string, access: string): Problem => {
  const { pointer, name } = locationOf(words, path);
  const detail = `${name} is read-only when access level is '${access}'; use the 'custom' access level to set this attribute.`;
  return problemAt(pointer, 'immutable', detail);
};

const locationOf = (words: Vocabulary, path: string) => {
  const parts = path.split('/').map((part) => attributeIn(words, part));
  return { pointer: `/data/attributes/${parts.join('/')}`, name: sentenceCase(parts.at(-1) ?? '') };
};
