// What shows a hint (Hint.tsx), fetched when it is first wanted, or ahead of time (preload.ts).
import { lazyScreen } from '../../../routing/lazy-screen.tsx';

export const bubble = lazyScreen(() => import('./HintBubble.tsx'));
