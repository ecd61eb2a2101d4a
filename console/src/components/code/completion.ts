// Completion of the members of the input while Rego is written: after `input.`, and after a variable that the text binds to a part of
// it. `input-schema.json` is made from the schema that the engine checks code with.
import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import document from './input-schema.json';

/** As much of JSON Schema as describes the input. */
interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const definitions: Readonly<Record<string, Schema>> = document.definitions;

const resolved = (node: Schema | undefined): Schema | undefined =>
  node?.$ref === undefined ? node : definitions[node.$ref.replace('#/definitions/', '')];

/** The input of policies of a form: `plan`, `raw` for the plan alone, or another key that the plan is under. */
function inputOf(form: string): Schema {
  if (form === 'raw') return { $ref: '#/definitions/plan' };
  return { properties: { [form]: { $ref: '#/definitions/plan' }, run: { $ref: '#/definitions/run' } } };
}

const name = String.raw`[A-Za-z_]\w*`;
const path = String.raw`${name}(?:\.${name}|\[[^\[\]]*\])*`;
const steps = new RegExp(String.raw`\.(${name})|\[([^\[\]]*)\]`, 'g');

/** A variable may be bound to a part of another one, but not endlessly. */
const maxBindings = 8;

/** The schema of a path such as `input.plan.resource_changes[_].change`, by the text before it; undefined where it is not known. */
function schemaAt(expression: string, text: string, form: string, left = maxBindings): Schema | undefined {
  const [root = ''] = expression.match(new RegExp(`^${name}`)) ?? [];
  const start = root === 'input' ? inputOf(form) : left > 0 ? bound(root, text, form, left - 1) : undefined;
  let node = resolved(start);
  for (const [, member] of expression.slice(root.length).matchAll(steps)) {
    node = resolved(member === undefined ? node?.items : node?.properties?.[member]);
  }
  return node;
}

/** The schema of a variable, by the last place that binds it: `some x in xs`, `every x in xs`, `x := xs[_]`. */
function bound(variable: string, text: string, form: string, left: number): Schema | undefined {
  const binding = new RegExp(
    String.raw`(?:\b(?:some|every)\s+(?:${name}\s*,\s*)?${variable}\s+in\s+(${path}))|(?:\b${variable}\s*:=\s*(${path}))`,
    'g',
  );
  const [, list, value] = [...text.matchAll(binding)].at(-1) ?? [];
  if (list !== undefined) return schemaAt(`${list}[_]`, text, form, left);
  return value === undefined ? undefined : schemaAt(value, text, form, left);
}

const beforeCursor = new RegExp(String.raw`(${path})\.(\w*)$`);
/** Maximum length in characters of the text before the cursor with bindings, and of a path. */
const [maxText, maxPath] = [20_000, 500];

function membersAt({ state, pos }: CompletionContext, form: string): CompletionResult | null {
  const text = state.sliceDoc(Math.max(0, pos - maxText), pos);
  const [, expression, begun = ''] = beforeCursor.exec(text.slice(-maxPath)) ?? [];
  const properties = expression === undefined ? undefined : schemaAt(expression, text, form)?.properties;
  if (properties === undefined) return null;
  const options = Object.entries(properties).map(([label, member]) => {
    const { description = resolved(member)?.description } = member;
    return {
      label,
      type: 'property',
      ...(member.items !== undefined && { detail: '[]' }),
      ...(description !== undefined && { info: description }),
    };
  });
  return { from: pos - begun.length, options, validFor: /^\w*$/ };
}

/** Completes members of the input of a form. */
export const inputCompletion = (form: string): Extension =>
  autocompletion({ override: [(context) => membersAt(context, form)], icons: false });
