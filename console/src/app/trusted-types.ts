// The one policy of trusted types. Components write their style elements by `innerHTML`, whose text has no tag; a text
// with one is refused, so that no text becomes an element.

interface Policy {
  readonly createHTML: (text: string) => string | null;
}

interface Factory {
  readonly createPolicy: (name: string, policy: Policy) => unknown;
}

const factory: Factory | undefined = Reflect.get(window, 'trustedTypes');
factory?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
