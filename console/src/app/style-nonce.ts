// Nonce for the style element that prevents scrolling behind a dialog. A library creates this element and reads the
// nonce from this global variable.
import { boot } from '../api/boot.ts';

Reflect.set(window, '__webpack_nonce__', boot.nonce);
