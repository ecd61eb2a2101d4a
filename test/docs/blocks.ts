// Blocks of code in the documents: commands with their output, files, and marks of commands that no test runs.

/** A block of code in a document. */
export interface Block {
  /** Line of its fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** Path of the file that it shows: the end of the line before it, as in "Write `policies/owner.rego`:". */
  readonly path: string | undefined;
  /** Reason why its commands are not run, from `<!-- not run: REASON -->` on the line before it. */
  readonly mark: string | undefined;
}

/** Commands in a document, with the output that it shows of them. */
export interface Commands extends Block {
  readonly output: string | undefined;
  readonly status: number;
}

const fence = /^( *)```([^\n`]*)\n([\s\S]*?)^\1```$/gm;

/** All blocks of a document, in its order. */
export function blocksOf(document: string): readonly Block[] {
  return [...document.matchAll(fence)].map((match) => {
    const [, indent = '', language = '', text = ''] = match;
    const before = document.slice(0, match.index);
    const lines = before.split('\n');
    return {
      line: lines.length,
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      path: /`([\w./-]+\.\w+)`:$/.exec(before.trimEnd())?.[1],
      mark: /^ *<!-- not run: (.*) -->$/.exec(lines.at(-2) ?? '')?.[1],
    };
  });
}

const isShell = ({ language }: Block): boolean => language === 'sh' || language === 'bash';

/** The commands among the blocks of a document. A block `text` right after is their output; it can end with "exit status 1". */
export function commandsOf(blocks: readonly Block[]): readonly Commands[] {
  return blocks.flatMap((block, index): readonly Commands[] => {
    if (!isShell(block)) return [];
    const next = blocks[index + 1];
    if (next?.language !== 'text') return [{ ...block, output: undefined, status: 0 }];
    const [output = '', status = '0'] = next.text.split(/^exit status (\d)\n$/m);
    return [{ ...block, output, status: Number(status) }];
  });
}

/** A pattern for an output, in which "…" stands for the rest of a line, or on a line of its own for any lines. */
export function patternOf(output: string): RegExp {
  const lines = output.split(/(?<=\n)/).map((line) =>
    line === '…\n'
      ? '(?:.*\\n)*?'
      : line
          .split('…')
          .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('.*'),
  );
  return new RegExp(`^${lines.join('')}$`);
}
