// Page object for what all screens share.
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { PATHS } from '../../../src/web/routing/paths.ts';
import type { MenuName } from '../../../src/web/routing/screens.ts';
import type { Client } from '../../helpers/client.ts';
import { ADMINISTRATOR, type Server } from './server.ts';

/** Signs a browser in with the client's session cookies, without the login screen. */
export async function addSessionCookies(context: BrowserContext, server: Server, client: Client): Promise<void> {
  const cookies = client.cookie.split('; ').map((pair) => {
    const equals = pair.indexOf('=');
    return { name: pair.slice(0, equals), value: pair.slice(equals + 1), url: server.url };
  });
  await context.addCookies(cookies);
}

/**
 * Ends the fault and presses "Try again" of what could not be loaded. If the page is told of a change meanwhile, it
 * reads by itself and the button may already be gone.
 */
export async function tryAgain(within: Page | Locator, restore: () => unknown): Promise<void> {
  const button = within.getByRole('button', { name: 'Try again' });
  await expect(button).toBeVisible();
  await restore();
  await button.evaluateAll((there: HTMLElement[]) => there.at(0)?.click());
}

export type ScreenPath = (typeof PATHS)[MenuName | 'profile'];

/** The titles of the screens that the sidebar leads to. */
const TITLES: Readonly<Record<ScreenPath, string>> = {
  [PATHS.dashboard]: 'Fines Management Dashboard',
  [PATHS.overview]: 'User Fines Overview',
  [PATHS.users]: 'Users Management',
  [PATHS.fines]: 'Fine Management',
  [PATHS.payments]: 'Payments',
  [PATHS.reminders]: 'Reminders',
  [PATHS.requests]: 'Requests',
  [PATHS.events]: 'Events',
  [PATHS.reports]: 'Reports',
  [PATHS.collected]: 'Collected Fines',
  [PATHS.history]: 'History',
  [PATHS.settings]: 'App Settings',
  [PATHS.profile]: 'Profile',
};

/** The administrator's screens: path and title. */
export const SCREENS = Object.entries(TITLES) as [ScreenPath, string][];

export class App {
  readonly page: Page;
  readonly server: Server;

  constructor(page: Page, server: Server) {
    this.page = page;
    this.server = server;
  }

  /** Opens a path of the app, e.g. `/fines`, which may redirect. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.server.url}/#${path}`);
  }

  /** The current path, e.g. `/dashboard`, without the query. */
  path(): string {
    return new URL(this.page.url()).hash.slice(1).split('?')[0] ?? '';
  }

  async expectPath(path: string): Promise<void> {
    await expect.poll(() => this.path()).toBe(path);
  }

  async expectScreen(title: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  }

  /** Opens a screen and waits until its data is loaded. */
  async goTo(path: ScreenPath): Promise<void> {
    await this.open(path);
    await this.expectScreen(TITLES[path]);
    await expect(this.page.getByRole('status', { name: /Loading/ })).toHaveCount(0);
  }

  /** Fills in the login screen and presses Sign In. */
  async submitLogin(email: string, password: string): Promise<void> {
    await this.page.getByLabel('E-mail').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign In', exact: true }).click();
  }

  /** Signs in through the login screen; the administrator unless told otherwise. */
  async signIn({ email, password } = ADMINISTRATOR): Promise<void> {
    await this.open('/login');
    await this.submitLogin(email, password);
    await expect(this.page.getByRole('heading', { name: 'Welcome Back' })).toBeHidden();
    // Waits for the redirect, which would interfere with the next navigation.
    await expect.poll(() => this.path()).not.toBe('/login');
  }

  /** Ends the session so that the next write notices it: reads wait until the write has been sent. */
  async expireSession(): Promise<void> {
    const { promise: written, resolve: write } = Promise.withResolvers<void>();
    await this.page.route('**/api/**', async (route) => {
      if (route.request().method() === 'GET') await written;
      else write();
      await route.continue();
    });
    await this.page.context().clearCookies();
  }

  /** Signs in again after the session has expired, and goes to a screen by the menu. */
  async signInAgain(screen: string): Promise<void> {
    await this.expectPath('/login');
    await this.submitLogin(ADMINISTRATOR.email, ADMINISTRATOR.password);
    await this.expectScreen(TITLES['/dashboard']);
    await this.menuLink(screen).click();
  }

  /** An entry of the sidebar. */
  menuLink(name: string): Locator {
    return this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  }

  /** Opens the filters of the list on the screen. */
  async openFilters(): Promise<void> {
    await this.page.getByRole('search').locator('button[aria-controls]').click();
  }

  /** An entry of the menu "⋯" of the list on the screen, which it opens: beside the search, or below an empty list. */
  async menuEntry(name: string): Promise<Locator> {
    const more = this.page.getByRole('main').getByRole('button', { name: /^More/ });
    await more.and(this.page.locator(':not([data-in-row])')).click();
    return this.page.getByRole('menuitem', { name, exact: true });
  }

  /** An entry of the menu "⋯" of a row, or of a card, which it opens. */
  async rowEntry(row: Locator, name: string): Promise<Locator> {
    await this.openMore(row);
    return this.page.getByRole('menuitem', { name, exact: true });
  }

  /** Opens the menu "⋯" of a row; once its first entry has the focus, keys go to the menu. */
  async openMore(row: Locator): Promise<void> {
    await row.getByRole('button', { name: /^More/ }).click();
    await expect(this.page.getByRole('menuitem').first()).toBeFocused();
  }

  get connectionLost(): Locator {
    return this.page.getByText('Connection lost. Attempting to reconnect...');
  }

  /** Sets the viewport of a small phone. */
  async onPhone(): Promise<void> {
    await this.page.setViewportSize({ width: 360, height: 740 });
  }

  /** Signs in as the administrator with a new session, and opens a path. */
  async openAsAdministrator(path: string): Promise<void> {
    await addSessionCookies(this.page.context(), this.server, await this.server.newSession());
    await this.open(path);
  }

  /** Opens a screen as the administrator. `of`: the id of a user whose part of the screen it is. */
  async openScreen(path: ScreenPath, of?: string): Promise<void> {
    await this.openAsAdministrator(of === undefined ? path : `${path}/${encodeURIComponent(of)}`);
    await this.expectScreen(TITLES[path]);
  }

  openDashboard(): Promise<void> {
    return this.openScreen('/dashboard');
  }

  /** Waits until the code of other screens is prefetched, and nothing has been fetched for half a second. */
  async expectPrefetched(): Promise<void> {
    let before: string[] = [];
    /** What has not been prefetched yet; a failure shows it. */
    const toCome = async (): Promise<string[]> => {
      const fetched = await this.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
      const lately = fetched.slice(before.length);
      before = fetched;
      // All are requested at once, and one of these two is not the current screen.
      const missing = ['DashboardScreen', 'EventsScreen'].filter(
        (screen) => !fetched.some((name) => name.includes(`/${screen}`)),
      );
      return [...missing, ...lately];
    };
    await expect.poll(toCome, { intervals: [500] }).toEqual([]);
  }

  openFines(userId?: string): Promise<void> {
    return this.openScreen('/fines', userId);
  }

  openUsers(): Promise<void> {
    return this.openScreen('/user');
  }

  async openSettings(tab = 'rules'): Promise<void> {
    await this.openScreen('/app-settings');
    if (tab !== 'rules') await this.open(`/app-settings?tab=${tab}`);
  }

  openProfile(): Promise<void> {
    return this.openScreen('/profile');
  }

  /**
   * Waits until a dialog has opened and focused this part of it. The dialog sets the focus twice, the second time when
   * the page is idle, which would undo a Tab in between. Within a second, because a page that draws nothing may never be
   * idle.
   */
  async expectInitialFocus(part: Locator): Promise<void> {
    await expect(part).toBeFocused();
    await this.page.evaluate(
      () => new Promise((done) => requestIdleCallback(() => setTimeout(done, 20), { timeout: 1000 })),
    );
    await expect(part).toBeFocused();
    // Buttons of a dialog ignore Enter for a moment after it has opened.
    await expect(this.page.locator('[data-fresh]')).toHaveCount(0);
  }

  /** The first rule on App Settings. */
  get firstRule(): Locator {
    return this.page.getByRole('region', { name: 'App Rules' }).getByRole('switch').first();
  }

  /** A toast with this text, which may include its title. */
  toast(text: string | RegExp): Locator {
    return this.page.locator('[class*="Notification-root"]').filter({ hasText: text });
  }

  /** Closes a toast by its button, instead of waiting until it disappears by itself. */
  async dismiss(text: string | RegExp): Promise<void> {
    const toast = this.toast(text);
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toHaveCount(0);
  }

  dialog(title: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name: title }).or(this.page.getByRole('alertdialog', { name: title }));
  }
}
