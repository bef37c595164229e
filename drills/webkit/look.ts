// What a screen looks like, measured in the page. Each function is sent to the browser, so it refers to nothing outside
// of itself.

export interface Look {
  /** how many controls were measured */
  measured: number;
  /** texts that are not in the middle of their control, with how many pixels they stand below it */
  offCentre: string[];
  /** how many pixels the page is wider than its window */
  tooWide: number;
}

/** Leads to another screen, as a link does; `there`: what will be on it. */
export function goTo(path: string, there: string): void {
  if (location.hash === `#${path}`) return;
  for (const element of document.querySelectorAll(there)) Object.assign(element, { isOfLastScreen: true });
  location.hash = path;
}

/** The title of the screen once it is complete; '' before. `there`: matches something once the content is there. */
export function titleOf(there: string): string {
  const isShown = (element: Element): boolean =>
    element.getBoundingClientRect().height > 0 && !('isOfLastScreen' in element);
  const isComplete =
    [...document.querySelectorAll(there)].some(isShown) &&
    document.querySelector('[aria-busy=true], .mantine-Skeleton-root') === null &&
    document.getAnimations().every(({ playState }) => playState !== 'running') &&
    document.fonts.status === 'loaded';
  const title = document.querySelector('h1');
  return isComplete && title !== null && isShown(title) ? (title.textContent ?? '') : '';
}

/**
 * Measures one-line texts of buttons, tabs, menus and fields: the middle of a capital letter of their font should be the
 * middle of the control. The line of Urdu is lower by intention, because its words stand high in it (messages/ur/urdu.css).
 */
export function look({ latin, urdu }: { latin: number; urdu: number }): Look {
  const CONTROLS =
    'button, a[class*=Button-root], a[class*=ActionIcon], nav a, [role=tab], [role=option], [role=menuitem], ' +
    'select, input:not([type=checkbox], [type=radio], [type=hidden], [type=file], [type=range])';
  const pen = document.createElement('canvas').getContext('2d');
  const capital = (element: Element): number => {
    if (pen === null) return 0;
    const { fontWeight, fontSize } = getComputedStyle(element);
    pen.font = `${fontWeight} ${fontSize} system-ui`;
    return pen.measureText('H').actualBoundingBoxAscent;
  };
  /** Stands on the line of a text. */
  const marker = document.createElement('span');
  marker.style.cssText = 'display: inline-block; inline-size: 0; block-size: 0; padding: 0; margin: 0; border: 0';
  const baseline = (): number => marker.getBoundingClientRect().bottom;

  const baselineOfField = (field: HTMLElement): number => {
    const { display } = field.style;
    field.style.display = 'inline-block';
    field.after(marker);
    const found = baseline();
    marker.remove();
    field.style.display = display;
    return found;
  };
  const baselineOfText = (text: Text): number => {
    const line = document.createElement('span');
    line.style.cssText = 'font: inherit; line-height: inherit';
    text.before(line);
    line.append(marker, text);
    const found = baseline();
    line.replaceWith(text);
    return found;
  };
  const rectsOf = (text: Text): DOMRect[] => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()];
  };
  const textsOf = (control: Element): Text[] => {
    const found: Text[] = [];
    const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const isSeen = rectsOf(node as Text).some(({ width, height }) => width > 1 && height > 1);
      if ((node.textContent ?? '').trim() !== '' && isSeen) found.push(node as Text);
    }
    return found;
  };
  const middle = ({ top, bottom }: DOMRect): number => (top + bottom) / 2;
  /** Whether it holds nothing but one line, with icons at most beside it. */
  const isOneLine = (control: Element, texts: readonly Text[]): boolean => {
    const rects = texts.flatMap(rectsOf);
    const [first] = rects;
    if (first === undefined) return false;
    const others = [...rects, ...[...control.querySelectorAll('svg, img')].map((one) => one.getBoundingClientRect())];
    return others.every((rect) => rect.height === 0 || Math.abs(middle(rect) - middle(first)) < first.height / 3);
  };

  const offCentre: string[] = [];
  let measured = 0;
  for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    const frame = control.getBoundingClientRect();
    if (frame.width < 8 || frame.height < 8 || !control.checkVisibility()) continue;
    const isField = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
    const texts = isField ? [] : textsOf(control);
    const [text] = texts;
    // Of a text in two sizes, the first one may be smaller.
    if (!isField && (text === undefined || texts.length > 1 || !isOneLine(control, texts))) continue;
    const lettered = text?.parentElement ?? control;
    const words =
      text?.textContent ??
      control.getAttribute('aria-label') ??
      document.querySelector(`label[for='${control.id}']`)?.textContent ??
      control.tagName;
    const at = text === undefined ? baselineOfField(control) : baselineOfText(text);
    const below = at - capital(lettered) / 2 - middle(frame);
    measured++;
    const written = control instanceof HTMLInputElement ? control.value : words;
    const isUrdu = document.documentElement.lang === 'ur' || /\p{Script=Arabic}/u.test(written);
    const limit = isUrdu ? urdu : latin;
    if (Math.abs(below) > limit) offCentre.push(`${words.trim().slice(0, 30)}: ${below.toFixed(1)}`);
  }
  const page = document.documentElement;
  return { measured, offCentre, tooWide: page.scrollWidth - page.clientWidth };
}
