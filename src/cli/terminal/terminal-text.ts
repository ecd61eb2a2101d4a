// Escapes text from other sources in the output. Such text could otherwise control a terminal, or contain commands for
// the CI runner that shows the output.
import { visible, visibleLine } from '../../lib/text/text.ts';

/**
 * Matches the first character of a command for an Azure Pipelines or TeamCity agent. Such a command can begin anywhere
 * in a line.
 */
const agentMark = /#(?=#(?:vso|teamcity)?\[)/gi;

/** Matches the first character of a command for GitHub's runner. Such a command is at the beginning of a line. */
const runnerMark = /:(?=:)(?<=^\s*:)/gm;

/** Escapes commands for CI agents that can begin anywhere in a line. */
export const withoutAgentCommands = (text: string): string => visible(text).replaceAll(agentMark, '\\u0023');

/** Escapes multi-line text for a terminal or a log. */
export const terminalText = (text: string): string => withoutAgentCommands(text).replaceAll(runnerMark, '\\u003a');

/** Escapes a sentence as a single line for a terminal or a log. */
export const terminalLine = (sentence: string): string => terminalText(visibleLine(sentence));

/** Formats a value as JSON that is safe for a terminal or a log. The escapes do not change the parsed value. */
export const terminalJson = (value: unknown): string => terminalText(JSON.stringify(value, null, 2));
