// Generates files in HCL that contain known blocks.
import fc from 'fast-check';

const oneOf = (...texts: readonly string[]) => fc.constantFrom(...texts);
const joined = (...parts: readonly fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(''));
const linesOf = (line: fc.Arbitrary<string>) =>
  fc.array(line, { maxLength: 3 }).map((lines) => lines.map((each) => `${each}\n`).join(''));

const comment = oneOf('# " %{ {', '// }}} <<A', '/* " { */', '/*\n{ "b" {\n<<A\n*/', '/* \\*/', '#', '//');
const literal = oneOf('a', '{', '}', '$ ', '% ', '$${', '%%{', '#', '//', '/*', '*/', '<<A', 'é', ' resource x {');
const text = (...parts: readonly fc.Arbitrary<string>[]) =>
  fc.array(fc.oneof(literal, ...parts), { maxLength: 4 }).map((each) => each.join(''));

/** Expressions with strings, heredocs, templates and comments. These contain characters that structure other text. */
const { expression } = fc.letrec<Record<'expression' | 'template' | 'heredoc', string>>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    oneOf('a', '12', 'x.y[0]', '1 /* } *// 2'),
    tie('heredoc'),
    text(oneOf('\\"', '\\\\'), tie('template')).map((content) => `"${content}"`),
    joined(oneOf('[\n'), tie('expression'), oneOf(', '), tie('expression'), oneOf('\n]')),
    joined(oneOf('{ '), comment, oneOf('\n  resource = '), tie('expression'), oneOf('\n}')),
  ),
  template: fc.oneof(
    joined(oneOf('$'), oneOf('{', '{~ '), tie('expression'), oneOf('}', ' ~}')),
    joined(oneOf('%{ if '), tie('expression'), oneOf(' }{%{ endif }')),
  ),
  heredoc: joined(
    oneOf('<<A\n', '<<-A\n'),
    linesOf(text(oneOf('"', '\\', ' A', '\tA a'), tie('template')).filter((line) => line.trim() !== 'A')),
    oneOf('A\n', '  A\n'),
  ),
}));

/** Lines of a body. The names of its attributes begin with `prefix`. */
const bodyLines = (prefix: string) =>
  fc.array(fc.tuple(oneOf('attribute', 'block', 'comment'), expression, comment), { maxLength: 2 }).map((entries) =>
    entries.map(([kind, value, note], index) => {
      if (kind === 'comment') return `${note}\n`;
      return kind === 'block' ? `b "c" {\n  source = ${value}\n}\n` : `${prefix}${index} = ${value} ${note}\n`;
    }),
  );

const block = fc.record({
  before: fc
    .array(fc.oneof(comment, oneOf('', ' ')), { maxLength: 2 })
    .map((lines) => lines.map((line) => `${line}\n`).join('')),
  indent: oneOf('', '  ', '/* { */ ', '/*\n"*/'),
  type: oneOf('resource', 'data', 'module', 'locals'),
  labels: fc.array(fc.tuple(oneOf('a', 'b-1', '_c', 'é'), oneOf('', '"')), { maxLength: 2 }),
  gap: oneOf(' ', '  ', ' /* " { */ ', '\t'),
  above: bodyLines('above'),
  source: fc.option(oneOf('./a', '../b'), { nil: undefined }),
  below: bodyLines('below'),
});

/** Block of a generated file. */
export interface GeneratedBlock {
  readonly type: string;
  readonly labels: readonly string[];
  readonly line: number;
  readonly source: { readonly line: number; readonly value: string } | undefined;
  /** Offset of the brace that opens the block. */
  readonly brace: number;
}

const lineAt = (textBefore: string): number => textBefore.split('\n').length;

/** Files with their blocks. All of them are valid HCL. */
export const hclFiles = fc
  .tuple(fc.array(block, { maxLength: 4 }), oneOf('\n', '\r\n'), oneOf('', '\uFEFF'))
  .map(([drafts, newline, mark]) => {
    const blocks: GeneratedBlock[] = [];
    let text = mark;
    const add = (...parts: readonly string[]) => {
      text += parts.join('').replaceAll('\n', newline);
    };
    for (const { before, indent, type, labels, gap, above, source, below } of drafts) {
      add(before, indent);
      const line = lineAt(text);
      add([type, ...labels.map(([label, quote]) => `${quote}${label}${quote}`)].join(gap), gap);
      const brace = text.length;
      add('{\n', ...above);
      const sourceLine = lineAt(text);
      if (source !== undefined) add(`source = "${source}"\n`);
      add(...below, '}\n');
      const attribute = source === undefined ? undefined : { line: sourceLine, value: source };
      blocks.push({ type, labels: labels.map(([label]) => label), line, source: attribute, brace });
    }
    return { text, blocks };
  });
