// Default Trusted Types policy, in addition to the policy of Vue. The copy button of code blocks assigns the HTML of a block to
// a copy of it. The policy allows only the elements of highlighted code.

interface Factory {
  readonly createPolicy: (name: string, policy: { createHTML: (text: string) => string | null }) => unknown;
}

const marks =
  /^(?:[^<]|<span(?: class="[\w -]*")?>|<\/span>|<code(?: class="[\w -]*")?(?: v-pre="")?>|<\/code>|<wbr>)*$/;

// `window` is undefined while the pages are rendered at build time.
const factory: Factory | undefined = typeof window === 'undefined' ? undefined : Reflect.get(window, 'trustedTypes');
factory?.createPolicy('default', { createHTML: (text) => (marks.test(text) ? text : null) });
