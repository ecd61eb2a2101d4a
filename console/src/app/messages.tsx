// The messages in a corner of every page. A file of its own, so that it is loaded with the first one.
import { Notifications } from '@mantine/notifications';

export const Messages = () => <Notifications position="bottom-right" />;
