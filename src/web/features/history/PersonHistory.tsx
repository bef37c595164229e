// The history of a person, on their own screen (PERSON-3).
import type { JSX } from 'react';
import { useListView } from '../../ui/lists/paging/useAddressState.ts';
import { History } from './History.tsx';
import { HISTORY_FORMAT } from './history-address.ts';

export default function PersonHistory(): JSX.Element {
  return <History view={useListView(HISTORY_FORMAT)} />;
}
