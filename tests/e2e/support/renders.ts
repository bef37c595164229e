// How many rows of lists React renders again. React tells developer tools of each commit; here they only count.
import type { Page } from '@playwright/test';

/** What is used of React's own records. */
interface Fiber {
  type: unknown;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** The bit by which React marks components that it has run in a commit. */
const PERFORMED_WORK = 1;

/** Call it before the page is opened. The returned function gives the number since its last call. */
export async function countRenderedRows(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript((performedWork) => {
    let rendered = 0;
    const visit = (fiber: Fiber): void => {
      // Nothing below it was rendered.
      if (fiber.child === fiber.alternate?.child) return;
      for (let child = fiber.child; child !== null; child = child.sibling) {
        const isAgain = child.alternate !== null && (child.flags & performedWork) > 0;
        if (isAgain && child.child?.type === 'tbody') rendered += 1;
        visit(child);
      }
    };
    Object.assign(globalThis, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_id: number, root: { current: Fiber }) => visit(root.current),
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
      },
      takeRenderedRows: () => {
        const taken = rendered;
        rendered = 0;
        return taken;
      },
    });
  }, PERFORMED_WORK);
  return () => page.evaluate(() => (globalThis as unknown as { takeRenderedRows(): number }).takeRenderedRows());
}
