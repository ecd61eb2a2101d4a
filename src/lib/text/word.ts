/** A text as one of the words that its reader takes; the reader itself refuses all others. */
export const wordOf = <Word extends string>(text: string): Word => text as Word;
