// Notifications in a corner of the page. This file is separate so that it is loaded only with the first notification.
import { Notifications } from '@mantine/notifications';

export const Messages = () => <Notifications position="bottom-right" />;
