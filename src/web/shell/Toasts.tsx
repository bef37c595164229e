// Where toasts appear. Fetched once the first screen has been drawn; toasts that come earlier wait for it.
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import type { JSX } from 'react';
import { MOST_SHOWN } from '../ui/feedback/room.ts';
import classes from './shell.module.css';

/** Narrow enough to fit between a screen's title and its buttons, in pixels. */
const WIDTH = 312;

export default function Toasts(): JSX.Element {
  return (
    <Notifications
      position="top-center"
      containerWidth={WIDTH}
      limit={MOST_SHOWN}
      zIndex={1000}
      classNames={{ root: classes['toasts'] ?? '' }}
    />
  );
}
