// Payload of a run task call.
import { type Static, Type } from 'typebox';
import { parseBody } from '../../../http/body.ts';
import { invalid, problemAt } from '../../../jsonapi/errors.ts';
import { jsonNotation } from '../../../jsonapi/payload.ts';
import { Nullable, Text } from '../../../jsonapi/schema.ts';
import { validate } from '../../../jsonapi/validate.ts';

const optional = (maxLength: number) => Type.Optional(Nullable(Text(maxLength)));

const schema = Type.Object({
  payload_version: Type.Literal(1),
  stage: Text(64),
  access_token: Type.String({ minLength: 1, maxLength: 8_192, pattern: '^[!-~]+$' }),
  plan_json_api_url: optional(4_096),
  task_result_callback_url: Type.Optional(Text(4_096)),
  task_result_id: Type.Optional(Type.String({ ...Text(255), minLength: 1 })),
  task_result_enforcement_level: optional(64),
  is_speculative: Type.Optional(Nullable(Type.Boolean())),
  organization_name: optional(255),
  workspace_id: optional(255),
  workspace_name: optional(255),
  workspace_working_directory: optional(4_096),
  run_id: optional(255),
  run_message: optional(32_768),
  run_created_at: optional(64),
  run_created_by: optional(255),
  vcs_branch: optional(1_024),
  vcs_commit_url: optional(4_096),
  vcs_pull_request_url: optional(4_096),
  vcs_repo_url: optional(4_096),
});

type CallPayload = Static<typeof schema>;

/** A run task call that requests the evaluation of a plan. */
export interface RunCall extends CallPayload {
  readonly task_result_callback_url: string;
  readonly task_result_id: string;
  /** Trace context of the call, in the format of the `traceparent` header. */
  readonly traceparent?: string | undefined;
}

/** Maximum size of a run task call's body in bytes. */
export const maxCallBytes = 131_072;

const maxValues = 2_000;

/** Token that platforms send in a call that only verifies a run task. The token grants no access. */
const verificationToken = 'test-token';

/** Parses the body of a call; undefined if the call only verifies the run task. 400 or 422 if the body is invalid. */
export function callIn(body: Buffer): RunCall | undefined {
  const checked = validate(schema, parseBody(body, jsonNotation, maxValues));
  if ('problems' in checked) throw invalid(...checked.problems);
  const { task_result_callback_url, task_result_id, ...call } = checked.value;
  if (call.access_token === verificationToken) return undefined;
  const missing = [
    ...(task_result_callback_url === undefined ? ['task_result_callback_url'] : []),
    ...(task_result_id === undefined ? ['task_result_id'] : []),
  ];
  if (task_result_callback_url === undefined || task_result_id === undefined)
    throw invalid(...missing.map((name) => problemAt(`/${name}`, 'required', `${name} can't be blank`)));
  return { ...call, task_result_callback_url, task_result_id };
}

/** Builds the document `input.run` from a run task call. */
export const runOf = (call: RunCall): object => ({
  id: call.run_id ?? null,
  message: call.run_message ?? null,
  created_at: call.run_created_at ?? null,
  created_by: { id: null, username: call.run_created_by ?? null },
  is_speculative: call.is_speculative ?? false,
  stage: call.stage,
  workspace: {
    id: call.workspace_id ?? null,
    name: call.workspace_name ?? null,
    working_directory: call.workspace_working_directory ?? null,
  },
  vcs: {
    branch: call.vcs_branch ?? null,
    commit_url: call.vcs_commit_url ?? null,
    pull_request_url: call.vcs_pull_request_url ?? null,
    repo_url: call.vcs_repo_url ?? null,
  },
});
