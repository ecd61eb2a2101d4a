/** Casts a text to the words that its consumer accepts. The consumer itself refuses other texts. */
export const wordOf = <Word extends string>(text: string): Word => text as Word;
