import { type RefObject, useEffect, useRef } from 'react';
import { type OperatorTextName, operatorText } from '../api/boot.ts';

/**
 * Shows a text of the operator. The DOM nodes that the service sanitized are cloned, so no text is parsed as HTML here.
 */
export function OperatorText({ name }: { readonly name: OperatorTextName }) {
  const place: RefObject<HTMLDivElement | null> = useRef(null);
  useEffect(() => {
    const content = operatorText(name);
    if (content !== undefined) place.current?.replaceChildren(document.importNode(content, true));
  }, [name]);
  return <div ref={place} data-operator-text={name} />;
}
