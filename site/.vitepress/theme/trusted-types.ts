// Creates the default Trusted Types policy, in addition to the policy of Vue. The copy button of a code block copies
// the block's HTML into a new element. The policy allows only the elements that highlighted code contains.

interface Factory {
  readonly createPolicy: (name: string, policy: { createHTML: (text: string) => string | null }) => unknown;
}

const marks =
  /^(?:[^<]|<span(?: class="[\w -]*")?>|<\/span>|<code(?: class="[\w -]*")?(?: v-pre="")?>|<\/code>|<wbr>)*$/;

// `window` is undefined while the pages are rendered at build time.
const factory: Factory | undefined = typeof window === 'undefined' ? undefined : Reflect.get(window, 'trustedTypes');
factory?.createPolicy('default', { createHTML: (text) => (marks.test(text) ? text : null) });
