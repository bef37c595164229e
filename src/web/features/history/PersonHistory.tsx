// The history of a person, on their own screen (PERSON-3).
import type { JSX } from 'react';
import { useAddressState } from '../../ui/lists/paging/useAddressState.ts';
import { History } from './History.tsx';
import { HISTORY_FORMAT } from './history-place.ts';

export default function PersonHistory(): JSX.Element {
  const [place, change] = useAddressState(HISTORY_FORMAT);
  return <History place={place} change={change} />;
}
