import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { terminalLine, terminalText } from './terminal-text.ts';

test('a sentence is one line of a terminal, and no command of a runner', () => {
  const sentences = {
    'policies.yaml:3: all is well': 'policies.yaml:3: all is well',
    'two\r\nlines': 'two\\u000d lines',
    '\u001b]0;title\u0007': '\\u001b]0;title\\u0007',
    '::add-mask::x is not there': '\\u003a:add-mask::x is not there',
    '\n\t ::add-mask::x': ' \\u0009 ::add-mask::x',
    ' \n ::add-mask::x': '   \\u003a:add-mask::x',
    'the file ##[add-mask]x': 'the file \\u0023#[add-mask]x',
  };

  for (const [sentence, line] of Object.entries(sentences)) equal(terminalLine(sentence), line);
});

test('no line of a text is a command of a runner', () => {
  equal(
    terminalText('::stop-commands::x\n    ::add-mask::y\nfailed: a::b ##[error]\u001b[2J'),
    '\\u003a:stop-commands::x\n    \\u003a:add-mask::y\nfailed: a::b \\u0023#[error]\\u001b[2J',
  );
});
