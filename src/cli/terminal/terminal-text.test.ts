import { deepEqual, doesNotMatch, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { terminalJson, terminalLine, terminalText } from './terminal-text.ts';

test('a sentence becomes a single line that contains no command for a CI runner', () => {
  const sentences = {
    'policies.yaml:3: all is well': 'policies.yaml:3: all is well',
    'two\r\nlines': 'two\\u000d lines',
    '\u001b]0;title\u0007': '\\u001b]0;title\\u0007',
    '::add-mask::x is not there': '\\u003a:add-mask::x is not there',
    '\n\t ::add-mask::x': ' \\u0009 ::add-mask::x',
    ' \n ::add-mask::x': '   \\u003a:add-mask::x',
    'x ##VSO[task.setvariable]y ##teamCity[z] ##vs ##vso':
      'x \\u0023#VSO[task.setvariable]y \\u0023#teamCity[z] ##vs ##vso',
    'the file ##[add-mask]x': 'the file \\u0023#[add-mask]x',
  };

  for (const [sentence, line] of Object.entries(sentences)) equal(terminalLine(sentence), line);
});

test('no line of a text contains a command for a CI runner', () => {
  equal(
    terminalText('::stop-commands::x\n    ::add-mask::y\nfailed: a::b ##[error]\u001b[2J'),
    '\\u003a:stop-commands::x\n    \\u003a:add-mask::y\nfailed: a::b \\u0023#[error]\\u001b[2J',
  );
});

test('JSON keeps its values and contains no command for a CI runner', () => {
  const value = { text: '##vso[task.setvariable variable=x]y\n::add-mask::z \u202e', list: ['##[error]'] };

  const text = terminalJson(value);

  deepEqual(JSON.parse(text), value);
  doesNotMatch(text, /##(vso)?\[|^\s*::|\u202e/im);
});
