import { Badge, Group } from '@mantine/core';
import { boot } from '../../../api/boot.ts';
import type { User } from '../../../api/users.ts';

/** Badges that show the status of an account. */
export function UserStatus({ user }: { readonly user: User }) {
  const { attributes, id } = user;
  return (
    <Group gap={4}>
      {attributes['is-suspended'] ? (
        <Badge variant="filled" color="red.8" tt="none" autoContrast={false}>
          Suspended
        </Badge>
      ) : (
        <Badge variant="default" tt="none">
          Active
        </Badge>
      )}
      {attributes['is-admin'] && (
        <Badge variant="filled" tt="none">
          Administrator
        </Badge>
      )}
      {attributes['is-service-account'] && (
        <Badge variant="default" tt="none">
          Service account
        </Badge>
      )}
      {id === boot.userId && (
        <Badge variant="default" tt="none">
          You
        </Badge>
      )}
    </Group>
  );
}
