// Texts of others in what people read: nothing in them controls a terminal, or the runner of a pipeline that shows the output.
import { visible, visibleLine } from '../../lib/text/text.ts';

/** Mark by which agents of pipelines find a command anywhere in a line. */
const agentMark = /#(?=#(?:vso|teamcity)?\[)/gi;

/** Mark by which GitHub's runner finds one, at the beginning of a line. */
const runnerMark = /:(?=:)(?<=^\s*:)/gm;

/** The text without what an agent takes for a command anywhere in a line. */
export const withoutAgentCommands = (text: string): string => visible(text).replaceAll(agentMark, '\\u0023');

/** Lines of a terminal or of a log, whatever they contain. */
export const terminalText = (text: string): string => withoutAgentCommands(text).replaceAll(runnerMark, '\\u003a');

/** A sentence as one line of a terminal or of a log, whatever it contains. */
export const terminalLine = (sentence: string): string => terminalText(visibleLine(sentence));

/** JSON for a terminal or a log, with the same values as any other form of it. */
export const terminalJson = (value: unknown): string => terminalText(JSON.stringify(value, null, 2));
