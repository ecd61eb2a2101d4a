// JSON members that released clients read and send with the access of a team. Most of them concern runs, state and
// variables, which this service does not have. Members without `custom` have no effect: their values follow from the
// level of access.
import { type TSchema, Type } from 'typebox';
import type { AccessLevel, GrantedLevel } from '../team-access/levels.ts';

type MemberValue = string | boolean;

export interface StockMember {
  readonly schema: TSchema;
  readonly impliedBy: (granted: GrantedLevel) => MemberValue;
  /** Values that clients can choose for the level `custom`. Absent if there is no choice. */
  readonly custom?: readonly MemberValue[];
}

/** Levels in the order of the values in the tables below. */
const levels: readonly AccessLevel[] = ['custom', 'read', 'plan', 'write', 'maintain', 'admin'];

type ByLevel<Of> = readonly [Of, Of, Of, Of, Of, Of];

const implied = (schema: TSchema, values: ByLevel<MemberValue>): StockMember => ({
  schema,
  impliedBy: ({ access }) => values[levels.indexOf(access)] ?? false,
});

const choice = <const Word extends string>(words: readonly Word[], values: ByLevel<NoInfer<Word>>): StockMember =>
  implied(Type.Enum([...words]), values);

const flag = (...values: ByLevel<boolean>): StockMember => implied(Type.Boolean(), values);

const runs = choice(['read', 'plan', 'apply'], ['read', 'read', 'plan', 'apply', 'apply', 'apply']);
const create = flag(false, false, false, false, true, true);
const locking = flag(false, false, false, true, true, true);

/** Members about workspaces that have the same name in both kinds of access. */
const workspaceMembers: Readonly<Record<string, StockMember>> = {
  runs: { ...runs, custom: ['read', 'plan'], impliedBy: (granted) => granted.runs ?? runs.impliedBy(granted) },
  variables: choice(['none', 'read', 'write'], ['none', 'read', 'read', 'write', 'write', 'write']),
  'state-versions': choice(
    ['none', 'read-outputs', 'read', 'write'],
    ['none', 'read', 'read', 'write', 'write', 'write'],
  ),
  'native-mocks': choice(['none', 'read'], ['none', 'none', 'none', 'read', 'read', 'read']),
  'run-tasks': flag(false, false, false, false, true, true),
};

/** Members of the access to a workspace. */
export const membersOfWorkspace = { ...workspaceMembers, 'workspace-locking': locking };

/** Members of the access to a project, by the attribute that contains them. */
export const membersOfProject = {
  'project-access': {
    settings: choice(['read', 'update', 'delete'], ['read', 'read', 'read', 'read', 'read', 'delete']),
    teams: choice(['none', 'read', 'manage'], ['none', 'none', 'none', 'none', 'none', 'manage']),
    'variable-sets': choice(['none', 'read', 'write'], ['none', 'read', 'read', 'read', 'read', 'write']),
  },
  'workspace-access': {
    ...workspaceMembers,
    locking,
    create: {
      ...create,
      custom: [false, true],
      impliedBy: (granted: GrantedLevel) => granted.creates_workspaces === 1 || create.impliedBy(granted),
    },
    // Moving and deleting a workspace change which policy sets apply, so no level permits them.
    move: flag(false, false, false, false, false, false),
    delete: flag(false, false, false, false, false, false),
  },
};
