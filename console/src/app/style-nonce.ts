// Nonce of the style element that stops the page behind a dialog from scrolling: its library reads it from this name.
import { boot } from '../api/boot.ts';

Reflect.set(window, '__webpack_nonce__', boot.nonce);
