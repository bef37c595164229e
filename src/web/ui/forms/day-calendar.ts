// The calendar of fields for a day, fetched when it is first opened, as most days are today's or typed; or ahead of time (preload.ts).
import { lazyScreen } from '../../routing/lazy-screen.tsx';

export const dayCalendar = lazyScreen(() => import('./fields/DayCalendar.tsx'));
