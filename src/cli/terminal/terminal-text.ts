// Escapes foreign text in the output, so that it cannot control a terminal or contain commands for a CI runner that
// shows the output.
import { visible, visibleLine } from '../../lib/text/text.ts';

/** Marker of commands for CI agents, which can be anywhere in a line. */
const agentMark = /#(?=#(?:vso|teamcity)?\[)/gi;

/** Marker of commands for GitHub's runner, at the beginning of a line. */
const runnerMark = /:(?=:)(?<=^\s*:)/gm;

/** Escapes commands for CI agents anywhere in a line. */
export const withoutAgentCommands = (text: string): string => visible(text).replaceAll(agentMark, '\\u0023');

/** Escapes multi-line text for a terminal or a log. */
export const terminalText = (text: string): string => withoutAgentCommands(text).replaceAll(runnerMark, '\\u003a');

/** Escapes a sentence as a single line for a terminal or a log. */
export const terminalLine = (sentence: string): string => terminalText(visibleLine(sentence));

/** Formats a value as JSON with the same escapes, which do not change the value. */
export const terminalJson = (value: unknown): string => terminalText(JSON.stringify(value, null, 2));
