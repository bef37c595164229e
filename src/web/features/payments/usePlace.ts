// Which records a list on the Payments screen shows, and which page of them.
import { useMemo } from 'react';
import { useAddressState } from '../../ui/lists/paging/useAddressState.ts';
import { type Filter, NO_FILTER, type Place, type PlaceFormat } from './payments-place.ts';

export interface PlaceView extends Readonly<Place>, Pick<PlaceFormat, 'methods'> {
  /** A new filter starts at its first page. 'typing' is for fields that change with every key. */
  filter: (change: Partial<Filter>, how?: 'typing') => void;
  clear: () => void;
  showPage: (page: number) => void;
  /** Like showPage, without a step for the Back button. */
  setPage: (page: number) => void;
}

/** `format` must be a constant. */
export function usePlace(format: PlaceFormat): PlaceView {
  const [place, change] = useAddressState(format);
  const actions = useMemo(
    () => ({
      methods: format.methods,
      filter: (to: Partial<Filter>, how: 'typing' | 'push' = 'push') =>
        change((now) => ({ ...now, ...to, page: 1 }), how),
      clear: () => change((now) => ({ ...now, ...NO_FILTER, page: 1 }), 'push'),
      showPage: (page: number) => change((now) => ({ ...now, page }), 'push'),
      setPage: (page: number) => change((now) => ({ ...now, page }), 'replace'),
    }),
    [format, change],
  );
  return useMemo(() => ({ ...place, ...actions }), [place, actions]);
}
