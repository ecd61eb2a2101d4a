// Highlights code with CSS classes, because the service's content security policy does not allow style attributes.
import type { MarkdownOptions } from 'vitepress';

/** Token types with their grammar scopes. Each type has a unique color, which is later replaced with a CSS class. */
const kinds = [
  { name: 'comment', color: '#000001', scope: ['comment', 'punctuation.definition.comment'] },
  { name: 'string', color: '#000002', scope: ['string', 'markup.inline.raw'] },
  { name: 'keyword', color: '#000003', scope: ['keyword', 'storage', 'keyword.control'] },
  { name: 'constant', color: '#000004', scope: ['constant', 'support.constant', 'variable.parameter.option'] },
  { name: 'function', color: '#000005', scope: ['entity.name.function', 'support.function', 'entity.name.command'] },
  {
    name: 'property',
    color: '#000006',
    scope: ['entity.name.tag', 'support.type.property-name', 'variable.other.readwrite.hcl'],
  },
] as const;

const classes: ReadonlyMap<string, string> = new Map(kinds.map(({ name, color }) => [color, `code-${name}`]));

export const theme = {
  name: 'tipstaff',
  type: 'light',
  fg: '#000000',
  bg: '#ffffff',
  settings: kinds.map(({ color, scope }) => ({ scope: [...scope], settings: { foreground: color } })),
} satisfies MarkdownOptions['theme'];

/** TextMate grammar for Rego. The syntax highlighter does not include this language. */
export const rego = {
  name: 'rego',
  scopeName: 'source.rego',
  repository: {},
  patterns: [
    { name: 'comment.line', match: '#.*$' },
    { name: 'string.quoted', match: '"(?:[^"\\\\]|\\\\.)*"|`[^`]*`' },
    { name: 'keyword.control', match: '\\b(package|import|default|as|if|contains|else|some|every|in|not|with)\\b' },
    { name: 'constant.language', match: '\\b(true|false|null|\\d+)\\b' },
    { name: 'entity.name.function', match: '\\b[a-z_][\\w.]*(?=\\()' },
  ],
};

type Transformer = NonNullable<MarkdownOptions['codeTransformers']>[number];

export const codeTransformer: Transformer = {
  name: 'classes',
  pre: ({ properties }) => {
    delete properties.style;
    properties.tabindex = '0';
  },
  span: ({ properties }) => {
    const [color = ''] = /#\d+/.exec(String(properties.style)) ?? [];
    delete properties.style;
    const name = classes.get(color);
    if (name !== undefined) properties.class = name;
  },
};
