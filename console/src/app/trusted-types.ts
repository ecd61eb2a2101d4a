// The only Trusted Types policy. Components set the text of style elements with `innerHTML`; such text contains no
// tags. Text with a tag is rejected, so that it cannot create elements.

interface Policy {
  readonly createHTML: (text: string) => string | null;
}

interface Factory {
  readonly createPolicy: (name: string, policy: Policy) => unknown;
}

const factory: Factory | undefined = Reflect.get(window, 'trustedTypes');
factory?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
