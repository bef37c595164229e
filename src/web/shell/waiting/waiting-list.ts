// The list of what waits, fetched ahead of time: it is needed without a line.
import { areaTexts } from '../../messages/index.ts';
import { lazyScreen } from '../../routing/lazy-screen.tsx';

export const waitingList = lazyScreen(() => import('./WaitingList.tsx'), areaTexts('waiting'));
