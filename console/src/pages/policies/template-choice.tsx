// Buttons that select a template for a new policy.
import { Chip, Group, Stack, Text } from '@mantine/core';
import { Dimmed } from '../../components/dimmed.tsx';
import { templateTexts } from '../../texts/policy-templates.ts';
import { type TemplateName, templateNames } from './templates.ts';

interface TemplateChoiceProps {
  readonly chosen: TemplateName;
  readonly onChoose: (name: TemplateName) => void;
}

export function TemplateChoice({ chosen, onChoose }: TemplateChoiceProps) {
  return (
    <Stack gap="xs">
      <Text fw={500} size="sm" id="templates">
        Template
      </Text>
      <Group gap="xs" role="radiogroup" aria-labelledby="templates">
        {templateNames.map((name) => (
          <Chip key={name} type="radio" name="template" checked={name === chosen} onChange={() => onChoose(name)}>
            {templateTexts[name]}
          </Chip>
        ))}
      </Group>
      <Dimmed role="status">{templateTexts[`${chosen}Hint`]}</Dimmed>
    </Stack>
  );
}
