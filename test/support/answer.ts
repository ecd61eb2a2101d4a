/** An answer of the service to a test. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON, or undefined. Tests look into it freely; its shape is checked by the description. */
  // biome-ignore lint/suspicious/noExplicitAny: documents of every type pass through here
  readonly body: any;
  readonly bytes: Buffer;
}
