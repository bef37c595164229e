// What a person does in the app, in the app's own words; tests are written in these.
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Client } from '../../helpers/client.ts';
import type { Server } from './server.ts';
import { ADMINISTRATOR } from './server.ts';

/** Makes this browser carry a session of its own, without going through the login screen. */
export async function carrySession(context: BrowserContext, server: Server, client: Client): Promise<void> {
  const cookies = client.cookie.split('; ').map((pair) => {
    const equals = pair.indexOf('=');
    return { name: pair.slice(0, equals), value: pair.slice(equals + 1), url: server.url };
  });
  await context.addCookies(cookies);
}

/** Every path of the administrator with the title of its screen. */
export const SCREENS = [
  ['/dashboard', 'Fines Management Dashboard'],
  ['/fineUserOverView', 'User Fines Overview'],
  ['/user', 'Users Management'],
  ['/fines', 'Fine Management'],
  ['/events', 'Events'],
  ['/CollectedFinesPage', 'Collected Fines'],
  ['/app-settings', 'App Settings'],
  ['/profile', 'Profile'],
] as const;

export type ScreenPath = (typeof SCREENS)[number][0];

const TITLES = Object.fromEntries(SCREENS) as Record<ScreenPath, string>;

export class App {
  readonly page: Page;
  readonly server: Server;

  constructor(page: Page, server: Server) {
    this.page = page;
    this.server = server;
  }

  /** Opens a path of the app, e.g. `/fines`; wherever the routing rules then lead. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.server.url}/#${path}`);
  }

  /** The path the app shows, e.g. `/dashboard`, without its search part. */
  path(): string {
    return new URL(this.page.url()).hash.slice(1).split('?')[0] ?? '';
  }

  async expectPath(path: string): Promise<void> {
    await expect.poll(() => this.path()).toBe(path);
  }

  /** The screen with this title is shown. */
  async expectScreen(title: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  }

  /** Goes to a screen inside the app, and waits until it is there with what it has to show. */
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
    // The way to the first screen is still to come then, and would cross one to another.
    await expect.poll(() => this.path()).not.toBe('/login');
  }

  /** Is signed in as the administrator, by a session of its own, and opens a path. */
  async openAsAdministrator(path: string): Promise<void> {
    await carrySession(this.page.context(), this.server, await this.server.newSession());
    await this.open(path);
  }

  async openDashboard(): Promise<void> {
    await this.openAsAdministrator('/dashboard');
    await this.expectScreen('Fines Management Dashboard');
  }

  /** Nothing has been fetched for half a second: the screens that are fetched ahead of time are there as a whole. */
  async expectFetchedAhead(): Promise<void> {
    let before = -1;
    const isQuiet = async (): Promise<boolean> => {
      const count = await this.page.evaluate(() => performance.getEntriesByType('resource').length);
      const quiet = count === before;
      before = count;
      return quiet;
    };
    await expect.poll(isQuiet, { intervals: [500] }).toBe(true);
  }

  async openFines(userId?: string): Promise<void> {
    await this.openAsAdministrator(userId === undefined ? '/fines' : `/fines/${encodeURIComponent(userId)}`);
    await this.expectScreen('Fine Management');
  }

  async openUsers(): Promise<void> {
    await this.openAsAdministrator('/user');
    await this.expectScreen('Users Management');
  }

  async openSettings(): Promise<void> {
    await this.openAsAdministrator('/app-settings');
    await this.expectScreen('App Settings');
  }

  /**
   * A dialog has come and given the focus to this part of itself. It does so twice, the second time as soon as the page
   * has nothing else to do, and a Tab between the two would be undone.
   */
  async expectGivenFocus(part: Locator): Promise<void> {
    await expect(part).toBeFocused();
    await this.page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 20))));
    await expect(part).toBeFocused();
    // Its buttons do not hear Enter before it has been there for a moment.
    await expect(this.page.locator('[data-fresh]')).toHaveCount(0);
  }

  /** A toast with this text; its title, where it has one, is part of the text. */
  toast(text: string | RegExp): Locator {
    return this.page.locator('[class*="Notification-root"]').filter({ hasText: text });
  }

  /** The dialog with this title. */
  dialog(title: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name: title }).or(this.page.getByRole('alertdialog', { name: title }));
  }
}
