// The screens, each fetched with its texts when it is first needed, or ahead of time (app/main.tsx).
import { type LazyScreen, lazyScreen } from '../routing/lazy-screen.tsx';
import { areaTexts } from '../messages/index.ts';
import type { ScreenName } from '../routing/screens.ts';

export const login = lazyScreen(() => import('../features/login/EntryScreen.tsx'));
export const frame = lazyScreen(() => import('../shell/Frame.tsx'));
export const toasts = lazyScreen(() => import('../shell/Toasts.tsx'));

export const dashboard = lazyScreen(() => import('../features/dashboard/DashboardScreen.tsx'), areaTexts('dashboard'));
export const overview = lazyScreen(() => import('../features/overview/OverviewScreen.tsx'), areaTexts('overview'));
const users = lazyScreen(() => import('../features/users/UsersScreen.tsx'), areaTexts('users'));
const personScreen = lazyScreen(() => import('../features/users/person/PersonScreen.tsx'), areaTexts('users'));
const fines = lazyScreen(() => import('../features/fines/FinesScreen.tsx'), areaTexts('fines'));
const payments = lazyScreen(() => import('../features/payments/PaymentsScreen.tsx'), areaTexts('payments'));
const paper = lazyScreen(() => import('../features/payments/receipts/PaperScreen.tsx'), areaTexts('payments'));
const handOver = lazyScreen(() => import('../features/payments/cash/HandOverScreen.tsx'), areaTexts('payments'));
const reminders = lazyScreen(() => import('../features/reminders/Reminders.tsx'), areaTexts('reminders'));
const requests = lazyScreen(() => import('../features/requests/RequestsScreen.tsx'), areaTexts('requests'));
const events = lazyScreen(() => import('../features/events/EventsScreen.tsx'), areaTexts('events'));
const collected = lazyScreen(() => import('../features/collected/CollectedScreen.tsx'), areaTexts('collected'));
const history = lazyScreen(() => import('../features/history/HistoryScreen.tsx'), areaTexts('history'));
const importScreen = lazyScreen(() => import('../features/imports/ImportScreen.tsx'), areaTexts('imports'));
const reports = lazyScreen(() => import('../features/reports/ReportsScreen.tsx'), areaTexts('reports'));
const month = lazyScreen(() => import('../features/reports/month/MonthScreen.tsx'), areaTexts('reports'));
const settings = lazyScreen(() => import('../features/settings/SettingsScreen.tsx'), areaTexts('settings'));
const profile = lazyScreen(() => import('../features/account/ProfileScreen.tsx'), areaTexts('account'));
const moneyTexts = async (): Promise<void> => {
  await Promise.all([areaTexts('payments')(), areaTexts('collect')()]);
};
/** They open over any screen in the frame. */
export const collectPayment = lazyScreen(
  () => import('../features/payments/collecting/CollectPayment.tsx'),
  moneyTexts,
);
export const giveBack = lazyScreen(() => import('../features/payments/refunds/GiveBack.tsx'), moneyTexts);
export const remindDialog = lazyScreen(() => import('../features/reminders/RemindDialog.tsx'), areaTexts('reminders'));
export const moneyDialogs = [collectPayment, giveBack, remindDialog];

/** A member's requests, on their own overview. */
export const ownRequests = lazyScreen(() => import('../features/requests/own/OwnRequests.tsx'), areaTexts('requests'));
/** A member's own payments and papers, on the overview below their fines or in place of them. */
export const own = {
  payments: lazyScreen(() => import('../features/payments/own/OwnPayments.tsx'), areaTexts('payments')),
  paper: lazyScreen(
    async () => ({ default: (await import('../features/payments/receipts/PaperScreen.tsx')).OwnPaper }),
    areaTexts('payments'),
  ),
};
/** Those that a member's overview always has. */
export const ofMember = [ownRequests, own.payments];
/** What a member is offered on their overview, after their first visit. */
export const notificationsOffer = lazyScreen(
  () => import('../features/account/NotificationsOffer.tsx'),
  areaTexts('account'),
);
/** A member's own account, opened from the overview. */
export const accountDialog = lazyScreen(() => import('../features/account/AccountDialog.tsx'), areaTexts('account'));

/** They open over any screen. The finder finds parts of screens by their titles. */
export const finder = lazyScreen(
  () => import('../features/finder/Finder.tsx'),
  async () => {
    await Promise.all([areaTexts('finder')(), areaTexts('settings')(), areaTexts('account')(), areaTexts('users')()]);
  },
);
export const keyList = lazyScreen(() => import('../features/finder/KeyList.tsx'), areaTexts('finder'));
const personFines = lazyScreen(() => import('../features/fines/PersonFines.tsx'), areaTexts('fines'));
const personPayments = lazyScreen(() => import('../features/payments/Payments.tsx'), areaTexts('payments'));
const personWaived = lazyScreen(() => import('../features/payments/refunds/Waived.tsx'), areaTexts('payments'));
const personRequests = lazyScreen(() => import('../features/requests/Requests.tsx'), areaTexts('requests'));
const personHistory = lazyScreen(() => import('../features/history/PersonHistory.tsx'), areaTexts('history'));
/** The parts of a person's screen that are fetched when they are chosen, or ahead of time. */
export const personParts = [personPayments, personWaived, personRequests, personHistory];
/** The parts of a person's screen that belong to other areas. */
const ofAreas = {
  fines: personFines.Screen,
  payments: personPayments.Screen,
  waived: personWaived.Screen,
  requests: personRequests.Screen,
  history: personHistory.Screen,
};
/** The part that opens first is fetched with the screen. */
const person: LazyScreen<object> = {
  Screen: () => <personScreen.Screen areas={ofAreas} />,
  preload: () => {
    personScreen.preload();
    personFines.preload();
  },
  settled: () => personScreen.settled() && personFines.settled(),
};

const collectFromMany = lazyScreen(() => import('../features/payments/many/CollectFromManyScreen.tsx'), moneyTexts);

/** The screens that need nothing from Routes.tsx; the tabs of one are one screen. */
export const byName: Readonly<Record<Exclude<ScreenName, 'overview'>, LazyScreen<object>>> = {
  dashboard,
  users,
  person,
  fines,
  importUsers: importScreen,
  importFines: importScreen,
  payments,
  givenBack: payments,
  waived: payments,
  cashUp: payments,
  collectFromMany,
  receipt: paper,
  voucher: paper,
  handOver,
  statement: paper,
  reminders,
  sent: reminders,
  requests,
  events,
  reports,
  month,
  collected,
  history,
  settings,
  profile,
};
