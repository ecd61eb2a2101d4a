// Routes for the tags of workspaces and projects.
import type { Context } from '../../../context.ts';
import { spacedParts } from '../../../db/expressions.ts';
import { manyOrAll, nothing } from '../../../http/reply.ts';
import { type Authorise, includable, type Route, type Routes, route } from '../../../http/route.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { pageIn } from '../../../kernel/page.ts';
import { folded, sentenceCase } from '../../../lib/text/text.ts';
import { flatTagsFrom, flatTagsPayload, type TagsChange, tagBindingsPayload, tagsFrom } from './input.ts';
import { effectiveTagResource, flatTagResource, tagBindingResource } from './resource.ts';
import type { TagRow } from './store.ts';
import { findEffectiveTagsByIds, findTagsByIds } from './tags.ts';

/** A resource type whose records have tags, with the functions that find and change the records. */
export interface TaggedRecords<Access> {
  readonly noun: 'workspace' | 'project';
  /** Returns an access check that finds the record in the path for callers who may perform the action. */
  readonly access: (action: 'read' | 'update') => Authorise<string, Access>;
  /**
   * Returns three lists of tag identifiers: the record's own tags, its effective tags and its flat tags. The
   * identifiers in each list are separated by spaces.
   */
  readonly idsOf: (access: Access) => Readonly<Record<'own' | 'effective' | 'flat', string | null>>;
  readonly change: (context: Context, actor: Actor, access: Access, change: TagsChange) => Promise<Access>;
}

/** Returns the path of a single record. */
const pathOf = (noun: string): string => `/${noun}s/:${noun}_id`;

const sorted = <Row extends TagRow>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((one, other) => (one.key < other.key ? -1 : 1));

const tagsBehind = async (context: Context, ids: string | null): Promise<readonly TagRow[]> =>
  sorted(await findTagsByIds(context, spacedParts(ids)));

/** Returns the requested page of tags, or all tags if the request has no page parameters. */
const pageOrAll = <Row>(rows: readonly Row[], { isPaged, page }: ListQuery) => (isPaged ? pageIn(rows, page) : rows);

const list = <Access>({ noun, access, idsOf }: TaggedRecords<Access>): Route =>
  route('GET', `${pathOf(noun)}/tag-bindings`, {
    operationId: `list${sentenceCase(noun)}Tags`,
    summary: `List the tags of a ${noun}`,
    description: 'Tags are sorted by key. Without page parameters, the response contains the complete list.',
    authorise: access('read'),
    query: { paginated: true },
    reply: manyOrAll(tagBindingResource),
    handle: async (context, { subject, query }) => pageOrAll(await tagsBehind(context, idsOf(subject).own), query),
  });

const listEffective = <Access>({ noun, access, idsOf }: TaggedRecords<Access>): Route =>
  route('GET', `${pathOf(noun)}/effective-tag-bindings`, {
    operationId: `listEffective${sentenceCase(noun)}Tags`,
    summary: `List the effective tags of a ${noun}`,
    description:
      'A workspace inherits each tag of its project, unless the workspace has a tag of its own with the same key. An inherited tag refers to the project with `inherited-from`.',
    authorise: access('read'),
    query: { paginated: true },
    reply: manyOrAll(effectiveTagResource),
    handle: async (context, { subject, query }) => {
      const rows = await findEffectiveTagsByIds(context, spacedParts(idsOf(subject).effective));
      return pageOrAll(sorted(rows), query);
    },
  });

const add = <Access>({ noun, access, idsOf, change }: TaggedRecords<Access>): Route =>
  route('PATCH', `${pathOf(noun)}/tag-bindings`, {
    operationId: `add${sentenceCase(noun)}Tags`,
    summary: `Add tags to a ${noun}`,
    description:
      'If a tag with the same key exists, its value is replaced. Other tags are kept. The response starts with the tags of the request, in the same order.',
    authorise: access('update'),
    payload: tagBindingsPayload,
    reply: manyOrAll(tagBindingResource),
    handle: async (context, { actor, subject, input }) => {
      const sent = tagsFrom(input, '/data');
      const changed = await change(context, actor, subject, ({ bindings, ...tags }) => ({
        ...tags,
        bindings: new Map([...bindings, ...sent]),
      }));
      const rows = await tagsBehind(context, idsOf(changed).own);
      return [
        ...[...sent.keys()].flatMap((key) => rows.find((row) => row.key === key) ?? []),
        ...rows.filter(({ key }) => !sent.has(key)),
      ];
    },
  });

const replace = <Access>({ noun, access, change }: TaggedRecords<Access>): Route =>
  route('PATCH', `${pathOf(noun)}/relationships/tag-bindings`, {
    operationId: `replace${sentenceCase(noun)}Tags`,
    summary: `Replace the tags of a ${noun}`,
    description:
      'Replaces all tags that have a value with the tags of the request. Tags that were added by name only are kept.',
    authorise: access('update'),
    payload: tagBindingsPayload,
    reply: nothing,
    handle: async (context, { actor, subject, input }) => {
      const sent = tagsFrom(input, '/data');
      await change(context, actor, subject, (tags) => ({ ...tags, bindings: sent }));
    },
  });

const listFlat = <Access>({ noun, access, idsOf }: TaggedRecords<Access>): Route =>
  route('GET', `${pathOf(noun)}/relationships/tags`, {
    operationId: `list${sentenceCase(noun)}FlatTags`,
    summary: `List the tags of a ${noun} that were added by name only`,
    description:
      'This endpoint is for clients that support only tags without values. `name` filters by part of the name. Without page parameters, the response contains the complete list.',
    authorise: access('read'),
    query: { paginated: true, parameters: ['name'] },
    reply: manyOrAll(flatTagResource),
    handle: async (context, { subject, query }) => {
      const word = folded(query.value('name') ?? '');
      const rows = await tagsBehind(context, idsOf(subject).flat);
      return pageOrAll(
        rows.filter(({ key }) => folded(key).includes(word)),
        query,
      );
    },
  });

const changeFlat = <Access>(method: 'POST' | 'DELETE', { noun, access, change }: TaggedRecords<Access>): Route =>
  route(method, `${pathOf(noun)}/relationships/tags`, {
    operationId: `${method === 'POST' ? 'add' : 'remove'}${sentenceCase(noun)}FlatTags`,
    summary: method === 'POST' ? `Add tags without values to a ${noun}` : `Remove tags by name from a ${noun}`,
    description:
      'This endpoint is for clients that support only tags without values. Adding an existing tag or removing a missing one is not an error. Tags with the same key that were added with a value are kept.',
    authorise: access('update'),
    payload: flatTagsPayload,
    reply: nothing,
    handle: async (context, { actor, subject, input }) => {
      const named = flatTagsFrom(input);
      const added: TagsChange = ({ flat, ...tags }) => ({ ...tags, flat: flat.union(named) });
      const removed: TagsChange = ({ flat, ...tags }) => ({ ...tags, flat: flat.difference(named) });
      await change(context, actor, subject, method === 'POST' ? added : removed);
    },
  });

/** Returns the routes for the tags of a resource type. */
export const tagRoutes = <Access>(records: TaggedRecords<Access>): Routes => [
  list(records),
  listEffective(records),
  add(records),
  replace(records),
];

/** Returns routes for clients that only support flat tags. */
export const flatTagRoutes = <Access>(records: TaggedRecords<Access>): Routes => [
  listFlat(records),
  changeFlat('POST', records),
  changeFlat('DELETE', records),
];

export const includableTags = [
  includable(tagBindingResource, findTagsByIds),
  includable(effectiveTagResource, findEffectiveTagsByIds),
];
