// Completion for the policy input in Rego. It completes property names after `input.` and after variables that are
// bound to a value in the input. `input-schema.json` is generated from the schema that the policy engine uses to check
// code.
import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import document from './input-schema.json';

/** Subset of JSON Schema that describes the input. */
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

/**
 * Returns the schema of the policy input. If `form` is `raw`, the input is the plan itself. Otherwise `form`, such as
 * `plan`, is the key under which the input contains the plan.
 */
function inputOf(form: string): Schema {
  if (form === 'raw') return { $ref: '#/definitions/plan' };
  return { properties: { [form]: { $ref: '#/definitions/plan' }, run: { $ref: '#/definitions/run' } } };
}

const name = String.raw`[A-Za-z_]\w*`;
const path = String.raw`${name}(?:\.${name}|\[[^\[\]]*\])*`;
const steps = new RegExp(String.raw`\.(${name})|\[([^\[\]]*)\]`, 'g');

/** Maximum number of variable bindings to follow. It prevents endless recursion. */
const maxBindings = 8;

/**
 * Returns the schema at a path such as `input.plan.resource_changes[_].change`. `text` is the code in which variables
 * are bound. Undefined if the schema is unknown.
 */
function schemaAt(expression: string, text: string, form: string, left = maxBindings): Schema | undefined {
  const [root = ''] = expression.match(new RegExp(`^${name}`)) ?? [];
  const start = root === 'input' ? inputOf(form) : left > 0 ? bound(root, text, form, left - 1) : undefined;
  let node = resolved(start);
  for (const [, member] of expression.slice(root.length).matchAll(steps)) {
    node = resolved(member === undefined ? node?.items : node?.properties?.[member]);
  }
  return node;
}

/**
 * Returns the schema of a variable according to its last binding, such as `some x in xs`, `every x in xs` or `x :=
 * xs[_]`.
 */
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
/**
 * Maximum number of characters before the cursor that are searched for variable bindings, and maximum number of
 * characters in a path such as `input.plan`.
 */
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

/** Editor extension that completes property names of the policy input. */
export const inputCompletion = (form: string): Extension =>
  autocompletion({ override: [(context) => membersAt(context, form)], icons: false });
