// The policy of trusted types beside the one of Vue. Copying a block of code writes its marks into a copy of it: words with
// a class and nothing else.

interface Factory {
  readonly createPolicy: (name: string, policy: { createHTML: (text: string) => string | null }) => unknown;
}

const marks =
  /^(?:[^<]|<span(?: class="[\w -]*")?>|<\/span>|<code(?: class="[\w -]*")?(?: v-pre="")?>|<\/code>|<wbr>)*$/;

// Pages are rendered where there is no window.
const factory: Factory | undefined = typeof window === 'undefined' ? undefined : Reflect.get(window, 'trustedTypes');
factory?.createPolicy('default', { createHTML: (text) => (marks.test(text) ? text : null) });
