// The templates of a new policy, as one choice.
import { Chip, Group, Stack, Text } from '@mantine/core';
import { Dimmed } from '../../components/dimmed.tsx';
import { t } from '../../texts/policies.ts';
import { t as templates } from '../../texts/policy-templates.ts';
import { type TemplateName, templateNames } from './templates.ts';

interface TemplateChoiceProps {
  readonly chosen: TemplateName;
  readonly onChoose: (name: TemplateName) => void;
}

export function TemplateChoice({ chosen, onChoose }: TemplateChoiceProps) {
  return (
    <Stack gap="xs">
      <Text fw={500} size="sm" id="templates">
        {t.template}
      </Text>
      <Group gap="xs" role="radiogroup" aria-labelledby="templates">
        {templateNames.map((name) => (
          <Chip key={name} type="radio" name="template" checked={name === chosen} onChange={() => onChoose(name)}>
            {templates[name]}
          </Chip>
        ))}
      </Group>
      <Dimmed role="status">{templates[`${chosen}Hint`]}</Dimmed>
    </Stack>
  );
}
