// Parses code blocks on documentation pages: commands with their output, files, and marks of commands that are not run.

/** A code block on a page. */
export interface Block {
  /** Line number of the opening fence, starting at 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /**
   * Path of the file that the block contains. The line before the block ends with it, as in "Save it as
   * `policies/owner.rego`:".
   */
  readonly path: string | undefined;
  /** Reason why the commands are not run, from `<!-- not run: REASON -->` on the line before the block. */
  readonly mark: string | undefined;
}

/** A block of commands with the expected output and exit status. */
export interface Commands extends Block {
  readonly output: string | undefined;
  readonly status: number;
}

const fence = /^( *)```([^\n`]*)\n([\s\S]*?)^\1```$/gm;

/** Returns all code blocks on a page, in order. */
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

/**
 * Returns the command blocks on a page. A `text` block directly after a command block contains the expected output and
 * can end with "exit status 1".
 */
export function commandsOf(blocks: readonly Block[]): readonly Commands[] {
  return blocks.flatMap((block, index): readonly Commands[] => {
    if (!isShell(block)) return [];
    const next = blocks[index + 1];
    if (next?.language !== 'text') return [{ ...block, output: undefined, status: 0 }];
    const [output = '', status = '0'] = next.text.split(/^exit status (\d)\n$/m);
    return [{ ...block, output, status: Number(status) }];
  });
}

/**
 * Returns a pattern for an expected output. "…" matches the rest of a line; alone on a line it matches any number of
 * lines.
 */
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
