/** Origin of a declared record: file and line. */
export interface Place {
  readonly text: string;
  /** File and line of one of its attributes. */
  readonly of: (attribute: string) => string;
}

/** Origin of what is in no file, such as an organization of another instance. */
export const placeNamed = (text: string): Place => ({ text, of: () => text });
