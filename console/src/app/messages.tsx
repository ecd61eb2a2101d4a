// Notifications in a corner of the page. They are in a separate file, which is loaded with the first notification.
import { Notifications } from '@mantine/notifications';

export const Messages = () => <Notifications position="bottom-right" />;
