// The only Trusted Types policy. It accepts text without tags, because components set the text of style elements with
// `innerHTML`. It rejects text that contains a tag, so that no elements can be created.

interface Policy {
  readonly createHTML: (text: string) => string | null;
}

interface Factory {
  readonly createPolicy: (name: string, policy: Policy) => unknown;
}

const factory: Factory | undefined = Reflect.get(window, 'trustedTypes');
factory?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
