/** The ref of a notice that may appear outside the visible part of a scroll area, or behind a bar. */
export const bringIntoView = (notice: HTMLElement | null): void => notice?.scrollIntoView({ block: 'nearest' });
