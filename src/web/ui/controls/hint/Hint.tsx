// A tooltip around one button or link. Its code is fetched when a pointer first rests somewhere or the focus becomes
// visible: a phone, which has neither, does without it.
import {
  type FocusEventHandler,
  type JSX,
  type PointerEventHandler,
  type ReactElement,
  type ReactNode,
  type Ref,
  cloneElement,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useMergedRef } from '@mantine/hooks';
import { lazyScreen } from '../../../routing/lazy-screen.tsx';

/** What a hint passes to its child, which may already have a `ref` but none of the others. */
export interface Hinted {
  ref?: Ref<HTMLElement>;
  onPointerEnter?: PointerEventHandler<HTMLElement>;
  onPointerLeave?: PointerEventHandler<HTMLElement>;
  onFocus?: FocusEventHandler<HTMLElement>;
  onBlur?: FocusEventHandler<HTMLElement>;
}

interface HintProps {
  /** the text of the tooltip */
  label: ReactNode;
  position?: 'top' | 'left' | 'right';
  children: ReactElement<Hinted>;
}

/** Longer than a pointer takes to pass over a row of buttons. */
const AFTER_MS = 200;

export function Hint({ label, position = 'top', children }: HintProps): JSX.Element {
  const target = useRef<HTMLElement>(null);
  const ref = useMergedRef(target, children.props.ref ?? null);
  const [state, setState] = useState<'none' | 'wanted' | 'shown'>('none');
  const hide = (): void => setState('none');

  useEffect(() => {
    if (state !== 'wanted') return undefined;
    bubble.preload();
    const timer = setTimeout(() => setState('shown'), AFTER_MS);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => {
    if (state === 'none') return undefined;
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setState('none');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [state]);

  return (
    <>
      {cloneElement(children, {
        ref,
        onPointerEnter: ({ pointerType }) => {
          if (pointerType !== 'touch') setState('wanted');
        },
        onPointerLeave: hide,
        onFocus: ({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setState('shown');
        },
        onBlur: hide,
      })}
      {/* Mounted only while shown: a table has a hundred of these, each placed again with every change. */}
      {state === 'shown' && (
        <Suspense>
          <bubble.Screen label={label} position={position} target={target} />
        </Suspense>
      )}
    </>
  );
}

// The tooltip itself (Hint.tsx), fetched when it is first needed, or ahead of time (preload.ts).

export const bubble = lazyScreen(() => import('./HintBubble.tsx'));
