// Features that the oldest browsers lack but the app still uses, each with the reason why nobody there is worse off.
import type { Lack } from './scripts.ts';

interface Allowance {
  /** the name as reported; without a space it also covers a property's values */
  feature: string;
  /** where it is allowed: a part of the path, or of the reported code; everywhere if omitted */
  only?: RegExp;
  reason: string;
}

const PLAINER = 'without it, it looks a little plainer';
const HARMLESS = 'where there is no such thing, there is nothing to do';
const OTHER = 'a method of a package, not the browser’s';

const allow = (reason: string, features: readonly string[], only?: RegExp): Allowance[] =>
  features.map((feature) => ({ feature, reason, ...(only === undefined ? {} : { only }) }));

const ALLOWED: readonly Allowance[] = [
  ...allow(OTHER, ['.toArray', '.locale'], /node_modules\/(?:@mantine|dayjs)\//),
  ...allow('called only for a component that the app does not use', ['.startViewTransition'], /react-dom/),
  ...allow('asked whether it is there, under another name', ['navigator.userAgentData'], /@floating-ui/),
  ...allow('a tab follows the feed by itself then', ['SharedWorker'], /api\/live\/live\./),
  ...allow('they do not say whether to save data', ['navigator.connection'], /app\/Routes/),
  ...allow('asked for only where there are notifications', ['Notification.requestPermission'], /push\/device/),
  ...allow('only where there are notifications is one delivered', ['.showNotification'], /^service-worker\.js$/),
  ...allow('phones have no wheel, desks no touch', ['wheel_event', 'touchstart_event', 'touchmove_event']),
  ...allow('iOS 16.0 to 16.3 reads CSV files, not workbooks', ['lookbehind_assertion'], /workbook-worker/),

  ...allow(PLAINER, ['text-wrap', 'text-box-trim', 'text-box-edge', '::selection', 'scrollbar-width']),
  ...allow('a field keeps the height it has', ['field-sizing', 'resize']),
  ...allow('rows out of sight are drawn as well', ['content-visibility', 'contain-intrinsic-block-size']),
  ...allow(HARMLESS, ['cursor', '::-webkit-scrollbar', '::-webkit-inner-spin-button', 'forced-color-adjust']),
  ...allow(HARMLESS, ['::-webkit-search-cancel-button', '::-webkit-search-results-button']),
  ...allow('the print dialog’s own paper and margins', ['@page', '@page size']),
  ...allow('a head may stand alone at the end of a page', ['break-before']),
  ...allow('Firefox 115: spacing of Mantine’s parts', [':has'], /\.m_[0-9a-f]{8}/),
];

const fits = ({ feature, only }: Allowance, where: string, lack: Lack): boolean =>
  (lack.feature === feature || lack.feature.startsWith(`${feature}:`)) &&
  (only === undefined || only.test(where) || only.test(lack.code));

export const isAllowed = (where: string, lack: Lack): boolean => ALLOWED.some((one) => fits(one, where, lack));

export const unusedAllowances = (found: readonly { where: string; lack: Lack }[]): string[] =>
  ALLOWED.filter((one) => !found.some(({ where, lack }) => fits(one, where, lack))).map(({ feature }) => feature);
