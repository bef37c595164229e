// Base class of page objects.
import type { Page } from '@playwright/test';
import type { App } from './app.ts';

export class Screen {
  readonly page: Page;
  readonly app: App;
  readonly #path: string;
  readonly #title: string;

  constructor(page: Page, app: App, { path, title }: { path: string; title: string }) {
    this.page = page;
    this.app = app;
    this.#path = path;
    this.#title = title;
  }

  /** Opens the screen as the administrator. */
  async open(): Promise<void> {
    await this.app.openAsAdministrator(this.#path);
    await this.app.expectScreen(this.#title);
  }
}
