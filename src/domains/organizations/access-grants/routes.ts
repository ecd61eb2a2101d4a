import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { type Meta, many, nothing, one } from '../../../http/reply.ts';
import { type Routes, route } from '../../../http/route.ts';
import { existing } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { RecordAccess } from '../organizations/guard.ts';
import { placeAbilities } from '../team-access/levels.ts';
import { filtersOf, findAccess, findListScope, placeGuards } from './access.ts';
import { type AccessPage, createAccess, deleteAccess, listAccess, shownAccess, updateAccess } from './grants.ts';
import { createPayloadOf, updatePayloadOf } from './input.ts';
import { type AccessKind, projectKind, workspaceKind } from './kinds.ts';
import { accessResources, type ShownAccess } from './resource.ts';
import { type AccessRow, accessLists } from './store.ts';

const shownOne = async (
  context: Context,
  actor: Actor,
  kind: AccessKind,
  { row, rights }: RecordAccess<AccessRow>,
): Promise<ShownAccess> => existing((await shownAccess(context, actor, kind, { rows: [row], rights }))[0]);

/** What the caller may do in the workspace or project of a list. Absent if the list is not limited to one. */
const abilitiesMeta: Meta<AccessPage> = {
  members: { abilities: Type.Optional(Type.Array(Type.Enum([...placeAbilities]))) },
  read: ({ abilities }) => abilities && { abilities },
};

/**
 * Declares the routes that list and give one kind of access. `operationPart` is the part of their operation ids that
 * names the kind.
 */
function listRoutes(kind: AccessKind, operationPart: string): Routes {
  const { place, type } = kind;
  const include = ['team', place];
  const list = route('GET', `/${type}`, {
    operationId: `listTeam${operationPart}Access`,
    summary: `List the access of teams to a ${place}`,
    description: `Lists the newest access first. A request must have a filter: the ${place}, the team or both, or the name of the organization. Without the ${place}, only access that the caller may see is listed. With it, \`meta.abilities\` says what the caller may do there.`,
    authorise: (context, actor, _params, { parameters }) => findListScope(context, actor, kind, parameters),
    query: { ...accessLists[place].query, parameters: filtersOf(kind), include },
    reply: many(accessResources[place], abilitiesMeta),
    handle: (context, { actor, subject, query }) => listAccess(context, actor, kind, { ...subject, query }),
  });
  const create = route('POST', `/${type}`, {
    operationId: `grantTeam${operationPart}Access`,
    summary: `Give a team access to a ${place}`,
    description: `The access adds to the permissions of the team in the whole organization. Only a caller who manages ${place}s, or who has the level \`admin\` there, can give access. The attributes besides \`access\` follow from the level; with the level \`custom\`, some of them can be chosen.`,
    query: { include },
    payload: createPayloadOf(kind),
    creates: true,
    reply: one(accessResources[place], 201),
    failures: [404],
    handle: async (context, { actor, input: { attributes, relationships } }) => {
      const granting = await placeGuards[place]('create')(context, actor, { id: relationships[place]?.data.id ?? '' });
      const team = relationships.team?.data.id ?? '';
      const row = await createAccess(context, actor, kind, { ...granting, team, attributes });
      return shownOne(context, actor, kind, { ...granting, row });
    },
  });
  return [list, create];
}

/** Declares the routes that show, change and remove the access of a team. For `operationPart`, see `listRoutes`. */
function accessRoutes(kind: AccessKind, operationPart: string): Routes {
  const { place, type } = kind;
  const parameter = `team_${place}_id` as const;
  const path = `/${type}/:${parameter}` as const;
  const include = ['team', place];
  const accessFor =
    (action: 'read' | 'update' | 'delete') =>
    (context: Context, actor: Actor, params: Readonly<Record<string, string>>) =>
      findAccess(context, actor, kind, { action, id: params[parameter] ?? '' });
  const show = route('GET', path, {
    operationId: `readTeam${operationPart}Access`,
    summary: `Show the access of a team to a ${place}`,
    description:
      'Shows the level and what it includes. `policy-overrides` says whether the team may override policies there at present, and `missing-for-overrides` what it lacks for that.',
    authorise: accessFor('read'),
    query: { include },
    reply: one(accessResources[place]),
    handle: (context, { actor, subject }) => shownOne(context, actor, kind, subject),
  });
  const update = route('PATCH', path, {
    operationId: `updateTeam${operationPart}Access`,
    summary: `Change the access of a team to a ${place}`,
    description:
      'Changes the level. With the level `custom`, absent attributes keep their values if the level was `custom` before.',
    authorise: accessFor('update'),
    query: { include },
    payload: updatePayloadOf(kind),
    reply: one(accessResources[place]),
    handle: async (context, { actor, subject, input: { attributes } }) => {
      const row = await updateAccess(context, actor, kind, { ...subject, attributes });
      return shownOne(context, actor, kind, { ...subject, row });
    },
  });
  const remove = route('DELETE', path, {
    operationId: `removeTeam${operationPart}Access`,
    summary: `Remove the access of a team to a ${place}`,
    description: `The team keeps what its other permissions include. If the access let the team override policies there, the delegation of overrides is removed as well.`,
    authorise: accessFor('delete'),
    reply: nothing,
    handle: (context, { actor, subject: { row } }) => deleteAccess(context, actor, kind, row),
  });
  return [show, update, remove];
}

export const teamAccessRoutes: Routes = [
  ...listRoutes(workspaceKind, 'Workspace'),
  ...accessRoutes(workspaceKind, 'Workspace'),
  ...listRoutes(projectKind, 'Project'),
  ...accessRoutes(projectKind, 'Project'),
];
