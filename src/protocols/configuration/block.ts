/** Top-level block of a Terraform or Terragrunt configuration. */
export interface ConfigurationBlock {
  /** Block type, such as `resource`. */
  readonly type: string;
  readonly labels: readonly string[];
  /** Line of the block's header. The first line of a file is 1. */
  readonly line: number;
  readonly source?: SourceAttribute | undefined;
}

/** Attribute `source` of a block. */
export interface SourceAttribute {
  readonly line: number;
  /** Undefined if the value is an expression, or a string with interpolations or escape sequences. */
  readonly value: string | undefined;
}

/** Returns the value of a string literal from its content. Undefined for interpolations and escape sequences. */
export const simpleString = (content: string): string | undefined => (/\\|[$%]\{/.test(content) ? undefined : content);

/** Returns a function that converts an offset to a line. The offset must not be smaller than in the call before. */
export function newLineCounter(text: string): (offset: number) => number {
  let line = 1;
  let end = text.indexOf('\n');
  return (offset) => {
    while (end !== -1 && end < offset) {
      line += 1;
      end = text.indexOf('\n', end + 1);
    }
    return line;
  };
}
