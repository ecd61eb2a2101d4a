import { type RefObject, useEffect, useRef } from 'react';
import { type OperatorTextName, operatorText } from '../api/boot.ts';

/**
 * Shows a text that the operator has set. The service has sanitized it, and its DOM nodes are cloned, so no HTML is
 * parsed here.
 */
export function OperatorText({ name }: { readonly name: OperatorTextName }) {
  const place: RefObject<HTMLDivElement | null> = useRef(null);
  useEffect(() => {
    const content = operatorText(name);
    if (content !== undefined) place.current?.replaceChildren(document.importNode(content, true));
  }, [name]);
  return <div ref={place} data-operator-text={name} />;
}
