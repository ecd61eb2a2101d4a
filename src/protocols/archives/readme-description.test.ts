import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { descriptionIn } from './readme-description.ts';

test('The description is the first paragraph of the README as plain text', () => {
  const texts: readonly (readonly [readme: string | null, description: string | null])[] = [
    [null, null],
    ['', null],
    ['# Network', null],
    ['# Network\nCreates a VPC\nwith subnets.\n\nMore.', 'Creates a VPC with subnets.'],
    ['Network\n=======\n\nCreates a VPC.\r\n\r\nMore.', 'Creates a VPC.'],
    ['---\ntitle: Network\n---\n\n<h1 align="center">Network</h1>\n\nCreates a <b>VPC</b>.', 'Creates a VPC.'],
    ['# Network\n\n[![Build](a.svg)](b) ![Logo](c.png)\n\nCreates a VPC.', 'Creates a VPC.'],
    ['<!-- BEGIN\n\nnot this -->\n```\ncode\n```\n- a list\n\n> a quotation\n\n| a | b |\n\n***\n\nThis.', 'This.'],
    [
      'A **bold** `vpc_id` of the [VPC](https://x.test), _not_ <https://y.test>.',
      'A bold vpc_id of the VPC, not https://y.test.',
    ],
    ['A \u0007bell, a \0 and a \u202eturn', 'A \\u0007bell, a \uFFFD and a \\u202eturn'],
    ['<!-- never closed\n\nhidden', null],
    ['```\nnever closed', null],
  ];

  for (const [readme, description] of texts) equal(descriptionIn(readme), description, JSON.stringify(readme));
});

test('A long description is shortened to 200 characters, and only the start of a README is searched', () => {
  equal(descriptionIn('word '.repeat(100))?.length, 200);
  equal(descriptionIn(`${'# Heading\n'.repeat(1_000)}Too late.`), null);
});

test('No README takes long', () => {
  const before = performance.now();

  for (const part of ['[', '![', '<', '<!--', '```\n', '_a', '**', '[a](', '\n', '#\n', '---\n'])
    descriptionIn(part.repeat(100_000));

  equal(performance.now() - before < 2_000, true);
});
