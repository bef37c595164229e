// The Reminders screen, which by its address shows whom to remind or what was sent.
import type { JSX } from 'react';
import { usePath } from '../../routing/location.ts';
import { PATHS } from '../../routing/paths.ts';
import RemindersScreen from './RemindersScreen.tsx';
import { SentScreen } from './sent/SentScreen.tsx';

export default function Reminders(): JSX.Element {
  return usePath() === PATHS.sent ? <SentScreen /> : <RemindersScreen />;
}
