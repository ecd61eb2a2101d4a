import { Type } from 'typebox';
import { resource, shown, shownObject } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import { visible } from '../../../lib/text/text.ts';
import { type EvaluatedRule, lineStatuses } from './rules.ts';

const policy = shownObject<EvaluatedRule>({
  id: shown(Type.String(), ({ outcome }) => outcome.policy_id),
  name: shown(Type.String(), ({ outcome }) => outcome.policy_name),
  revision: shown(Nullable(Type.Integer()), ({ outcome }) => outcome.policy_revision),
});

const lines = Type.Array(Exactly({ number: Type.Integer(), text: Type.String() }));
const files = Type.Array(Exactly({ name: Type.String(), lines }));

/** Replaces terminal control characters in a line of code, except tabs. */
const codeText = (text: string): string => text.split('\t').map(visible).join('\t');

/** A policy that failed, with the metadata in its code and the lines of its rules that evaluated to true. */
export const ruleResource = resource<EvaluatedRule>({
  type: 'policy-rules',
  attributes: {
    policy,
    title: shown(Type.String(), ({ outcome }) => visible(outcome.metadata?.title ?? '')),
    description: shown(Type.String(), ({ outcome }) => visible(outcome.description)),
    severity: shown(Type.String(), ({ outcome }) => visible(outcome.metadata?.severity ?? '')),
    remediation: shown(Type.String(), ({ outcome }) => visible(outcome.metadata?.remediation ?? '')),
    'related-resources': shown(
      Type.Array(Exactly({ ref: Type.String(), description: Type.String() })),
      ({ outcome }) => outcome.metadata?.related_resources ?? [],
    ),
    'lines-status': shown(Type.Enum([...lineStatuses]), ({ lineStatus }) => lineStatus),
    files: shown(files, (rule) =>
      rule.files.map(({ name, lines }) => ({
        name,
        lines: lines.map(({ number, text }) => ({ number, text: codeText(text) })),
      })),
    ),
    'lines-left-out': shown(Type.Integer(), ({ leftOut }) => leftOut),
  },
  relationships: { 'policy-set-outcome': { to: 'policy-set-outcomes', one: ({ row }) => row.id } },
});
