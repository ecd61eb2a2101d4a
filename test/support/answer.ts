/** Response of the service to a test's request. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or undefined. It is untyped, because the API description validates its shape. */
  // biome-ignore lint/suspicious/noExplicitAny: documents of every type pass through here
  readonly body: any;
  readonly bytes: Buffer;
}
