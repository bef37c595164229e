// The list of waiting fines, fetched ahead of time because it is needed offline.
import { areaTexts } from '../../messages/index.ts';
import { lazyScreen } from '../../routing/lazy-screen.tsx';

export const waitingList = lazyScreen(() => import('./WaitingList.tsx'), areaTexts('waiting'));
