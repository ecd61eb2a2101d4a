import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isConfusable } from './confusables.ts';

const deceptive = {
  'a zero-width space': 'boss\u200b@example.com',
  'a zero-width joiner': 'bo\u200dss@example.com',
  'a soft hyphen': 'bo\u00adss@example.com',
  'a full-width letter': 'b\uff4fss@example.com',
  'a full-width @': 'boss\uff20example.com',
  'a Cyrillic letter in a Latin word': 'b\u043ess@example.com',
  'a Greek letter in a Latin domain': 'boss@ex\u03b1mple.com',
  'the Kelvin sign': 'bac\u212a@example.com',
  'a mark that turns the direction': 'boss\u202e@example.com',
};

for (const [what, address] of Object.entries(deceptive)) {
  test(`An address with ${what} is a look-alike`, () => {
    assert.equal(isConfusable(address), true);
  });
}

for (const address of [
  'boss@example.com',
  'jos\u00e9@ex\u00e4mple.de',
  '\u0438\u0432\u0430\u043d@\u043f\u0440\u0438\u043c\u0435\u0440.example',
  '\u5c71\u7530\u305f\u308d\u3046@example.jp',
  '\u0e2a\u0e21@example.th',
  'a+b_c.d-1@x.y',
]) {
  test(`${address} is not a look-alike`, () => {
    assert.equal(isConfusable(address), false);
  });
}
