// Sample editors, code comparisons and coverage views, and untrusted Markdown.
import { useState } from 'react';
import { CodeComparison, CodeCoverage, CodeEditor } from '../components/code/code.tsx';
import type { CodeProblem } from '../components/code/editor.tsx';
import { Markdown } from '../components/markdown.tsx';
import { Section } from '../components/section.tsx';
import { hostileText, longText, longWord } from './samples.ts';

const before = `package buckets

import rego.v1

# ${longText}
deny contains message if {
  some name, bucket in input.resources
  bucket.acl == "public-read"
  message := sprintf("%s is public", [name])
}
`;
const after = before.replace('"public-read"', `"${longWord}"`).replace('is public', 'can be read by everybody');

const problems: readonly CodeProblem[] = [
  { severity: 'error', message: 'var bucket is unsafe', row: 7, column: 14, hint: longText },
  { severity: 'warning', message: 'Line is too long', row: 5, column: 1, hint: null },
];

const markdown = `# Network

${longText} ${longWord}

${hostileText}

- A [link](https://example.com/), a [bad one](javascript:alert(1)) and ![a picture](https://example.com/x.png)
- \`cidr\`

| Name | What |
| --- | --- |
| \`cidr\` | The range |
| \`${longWord}\` | ${longText} |

\`\`\`
${before}
\`\`\`
`;

export function CodeViews() {
  const [code, setCode] = useState(before);
  return (
    <>
      <Section title="Code editor">
        <CodeEditor
          label="Code"
          value={code}
          onChange={setCode}
          check={async () => problems}
          trueLines={[{ first: 6, last: 8 }]}
        />
      </Section>
      <Section title="Code comparison">
        <CodeComparison before={before} after={after} beforeLabel="Before" afterLabel="After" />
      </Section>
      <Section title="Code coverage">
        <CodeCoverage label="Code" code={before} missed={[{ first: 7, last: 9 }]} />
      </Section>
      <Section title="Markdown">
        <Markdown text={markdown} />
      </Section>
    </>
  );
}
