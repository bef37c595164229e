// Where toasts appear.
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import type { JSX } from 'react';

export default function Toasts(): JSX.Element {
  return <Notifications position="top-right" limit={4} zIndex={1000} />;
}
