// The fines of a person, on their own screen (PERSON-3).
import type { ReactNode } from 'react';
import { FinesPanel, useFinesPanel } from './panel/FinesPanel.tsx';
import { useFinesView } from './fines-list.ts';

export default function PersonFines(): ReactNode {
  return <FinesPanel panel={useFinesPanel(useFinesView())} />;
}
