// What stops the page behind a dialog from scrolling writes a style element, and reads its nonce from this name.
import { boot } from '../api/boot.ts';

Reflect.set(window, '__webpack_nonce__', boot.nonce);
