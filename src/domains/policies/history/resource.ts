import { Type } from 'typebox';
import type { Meta } from '../../../http/reply.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import { changeAttributes } from '../../audit/index.ts';
import type { HistoryEntry, HistoryPage } from './history.ts';

const policySetsSchema = Type.Array(Exactly({ id: Type.String(), name: Nullable(Type.String()) }));

const replaySchema = Exactly({
  id: Type.String(),
  status: Type.String(),
  'inputs-total': Type.Integer(),
  'inputs-done': Type.Integer(),
  'newly-failing': Type.Integer(),
  'newly-failing-workspaces': Type.Integer(),
});

/** Returns a function that reads the identifiers in these lists of `before` and `after`. */
const named =
  (...names: readonly string[]) =>
  ({ before, after }: HistoryEntry): readonly string[] => [
    ...new Set(
      [before, after].flatMap((values) =>
        names.flatMap((name) => {
          const ids: readonly string[] = Object(values)[name] ?? [];
          return ids;
        }),
      ),
    ),
  ];

/** Returns the actor of a change. The name of a team is left out, because the team may be secret. */
const withoutTeamName = ({ actor }: HistoryEntry) => (actor.kind === 'team' ? { ...actor, name: null } : actor);

/** A change of a policy, of its policy sets, or of their scope. */
export const historyResource = resource<HistoryEntry>({
  type: 'policy-history-entries',
  attributes: {
    ...changeAttributes,
    actor: { ...changeAttributes.actor, read: withoutTeamName },
    'policy-sets': shown(policySetsSchema, ({ policySets }: HistoryEntry) => policySets),
    'omitted-count': shown(Type.Integer(), ({ omittedCount }: HistoryEntry) => omittedCount),
    replay: shown(Nullable(replaySchema), ({ replay }: HistoryEntry) => replay),
  },
  relationships: {
    workspaces: { to: 'workspaces', many: named('workspaces', 'workspace-exclusions') },
    projects: { to: 'projects', many: named('projects', 'project-exclusions') },
    approvers: { to: 'teams', many: named('approvers') },
  },
});

/**
 * Adds `recorded-since` to `meta`: the time of the oldest audit record; null if no records of the policy can have been
 * archived.
 */
export const historyMeta: Meta<HistoryPage> = {
  members: { 'recorded-since': Nullable(Timestamp()) },
  read: ({ recordedSince }) => ({ 'recorded-since': recordedSince }),
};
