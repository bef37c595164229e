// The column a screen consists of: header, figures, tools and list.
import { type JSX, type ReactNode, useEffect, type HTMLAttributes, type Ref } from 'react';
import classes from './layout.module.css';
import { Text, Title } from '@mantine/core';
import { useTexts } from '../../messages/index.ts';

interface ScreenProps {
  /** A button floats over the end of the screen. */
  floating?: boolean;
  children: ReactNode;
}

export function Screen({ floating = false, children }: ScreenProps): JSX.Element {
  return (
    <div className={classes['screen']} data-floating={floating || undefined}>
      {children}
    </div>
  );
}

// The header of a screen: its title (also the browser tab's), a subtitle and actions.

/** Names the browser tab after the screen. */
export function useScreenTitle(screen: string): void {
  const { t } = useTexts();
  useEffect(() => {
    document.title = t('common.documentTitle', { screen });
  }, [t, screen]);
}

interface PageHeaderProps {
  title: string;
  /** the title with a link in it */
  heading?: ReactNode;
  /** which part of the screen is shown, for the browser tab, whoever hears it, and on paper; absent for the first */
  part?: string | undefined;
  subtitle?: ReactNode;
  /** The subtitle says how the screen is used: phones show it too. */
  explains?: true;
  /** a `BackLink`; not rendered here, because the login screen does without the code it needs */
  back?: ReactNode;
  /** the primary button, at the end of the title's line, and what else is done with the screen as a whole */
  actions?: ReactNode;
}

export function PageHeader(props: PageHeaderProps): JSX.Element {
  const { title, heading, part, subtitle, explains, back, actions } = props;
  useScreenTitle(part === undefined ? title : `${part} · ${title}`);
  return (
    <header className={classes['header']}>
      {back}
      <div className={classes['words']}>
        <Title order={1} className={classes.pageHeaderTitle ?? ''}>
          {part === undefined ? (
            (heading ?? title)
          ) : (
            <>
              <span data-screen-only>{heading ?? title}</span>
              <span data-paper-only>{part}</span>
            </>
          )}
        </Title>
        {subtitle === undefined ? null : (
          <Text
            mt={4}
            c="dimmed"
            maw="65ch"
            className={classes['subtitle'] ?? ''}
            data-stays={explains}
            data-screen-only={part !== undefined || undefined}
          >
            {subtitle}
          </Text>
        )}
      </div>
      {actions === undefined ? null : <div className={classes['actions']}>{actions}</div>}
    </header>
  );
}

// A surface with a border for things that belong together. Its content sets the padding.

export interface CardProps extends HTMLAttributes<HTMLElement> {
  /** default 'div' */
  component?: 'div' | 'section' | 'li';
  ref?: Ref<HTMLDivElement>;
}

export function Card({ component = 'div', className = '', ...rest }: CardProps): JSX.Element {
  // Any element has these attributes.
  const Element = component as 'div';
  return <Element {...rest} className={`${classes['card']} ${className}`} />;
}
