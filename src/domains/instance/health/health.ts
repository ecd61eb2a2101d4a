// Health checks for process supervisors: whether the process is alive and whether it can serve requests.
import { type Static, Type } from 'typebox';
import type { Condition } from '../../../conditions.ts';
import { plain, type Reply } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import { version } from '../../../kernel/version.ts';
import { databaseProblem } from '../conditions/database-problem.ts';
import { conditionsAt, judge } from '../conditions/findings.ts';
import { heldFact } from '../conditions/service.ts';
import { serviceFacts } from '../conditions/service-facts.ts';
import { maySeeDetail } from './detail.ts';

export const health = route('GET', '/healthz', {
  isRoot: true,
  isHealthCheck: true,
  operationId: 'readLiveness',
  summary: 'Check whether the process is alive',
  description: 'Responds as long as the process is running. This endpoint does not check the database.',
  caller: 'anyone',
  reply: plain<{ status: 'ok' }>(Exactly({ status: Type.Literal('ok') }), { 'cache-control': 'no-store' }),
  handle: () => ({ status: 'ok' }),
});

const readiness = Exactly({
  status: Type.Enum(['ready', 'unavailable']),
  version: Type.Optional(Type.String()),
  database: Type.Optional(Type.Enum(['sqlite', 'postgres'])),
  // Set if the instance was restored from a backup and has not been resumed.
  held: Type.Optional(Type.Literal(true)),
  // Reason why the service is unavailable.
  reason: Type.Optional(Type.String()),
  // Conditions that need an operator's attention although the service is available.
  warnings: Type.Optional(Type.Array(Type.String())),
});

const readyReply: Reply<Static<typeof readiness>> = {
  status: 200,
  mediaType: 'application/json',
  schema: () => readiness,
  failure: readiness,
  render: (answer) => ({
    status: answer.status === 'ready' ? 200 : 503,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(answer),
  }),
};

export const ready = (conditions: readonly Condition[]) =>
  route('GET', '/readyz', {
    isRoot: true,
    isHealthCheck: true,
    operationId: 'readReadiness',
    summary: 'Check whether the service is ready',
    description:
      'Returns 503 while the database is unreachable or refuses changes, for example because the disk is full, and after damage to the database was found. For requests from this machine or with the metrics token, the response also contains the version, the database, the reason, `held` after a restore, and `warnings` for the operator.',
    caller: 'anyone',
    reply: readyReply,
    handle: async (context, { actor, request }) => {
      const reason = await databaseProblem(context);
      const status = reason === undefined ? 'ready' : 'unavailable';
      if (!maySeeDetail(context, actor.address, request)) return { status };
      const about = { status, version, database: context.database.engine };
      if (reason !== undefined) return { ...about, reason };
      const shown = conditionsAt('readyz', conditions);
      const facts = await serviceFacts(context, [...shown.map(({ fact }) => fact), heldFact]);
      const detail = { ...about, ...(facts.of(heldFact) && ({ held: true } as const)) };
      const { clock, config } = context;
      const warnings = judge(shown, facts, { now: clock.now(), config }).map(({ sentence }) => sentence);
      return warnings.length === 0 ? detail : { ...detail, warnings };
    },
  });
