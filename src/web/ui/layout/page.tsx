// The column a screen consists of: header, figures, tools and list.
import { type JSX, type ReactNode, useEffect, type HTMLAttributes, type Ref, type MouseEvent } from 'react';
import classes from './layout.module.css';
import { Title } from '@mantine/core';
import { useTexts } from '../../messages/index.ts';
import { IconArrowLeft } from '@tabler/icons-react';
import { IconAction } from '../controls/buttons.tsx';
import { replaceAddress } from '../../routing/location.ts';
import { type Letterhead, readLogo } from '../../../contract/settings/organisation.ts';
import { addressOf } from '../../api/call.ts';

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
  /** a `BackLink`; not rendered here, because the login screen does without the code it needs */
  back?: ReactNode;
  /** buttons at the end of the line, below the title on phones */
  actions?: ReactNode;
}

export function PageHeader({ title, heading, part, subtitle, back, actions }: PageHeaderProps): JSX.Element {
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
          <p className={classes['subtitle']} data-screen-only={part !== undefined || undefined}>
            {subtitle}
          </p>
        )}
      </div>
      {actions === undefined ? null : <div className={classes['actions']}>{actions}</div>}
    </header>
  );
}

// The link beside a screen's title that leads back to the screen it belongs to.

export function BackLink({ to, label }: { to: string; label: string }): JSX.Element {
  return (
    <IconAction
      className={classes['back'] ?? ''}
      label={label}
      to={to}
      icon={<IconArrowLeft size={22} aria-hidden className={classes['turning'] ?? ''} />}
    />
  );
}

// A surface with a border for things that belong together. Its content sets the padding.

interface CardProps extends HTMLAttributes<HTMLElement> {
  /** default 'div' */
  component?: 'div' | 'section' | 'li';
  ref?: Ref<HTMLDivElement>;
}

export function Card({ component = 'div', className = '', ...rest }: CardProps): JSX.Element {
  // Any element has these attributes.
  const Element = component as 'div';
  return <Element {...rest} className={`${classes['card']} ${className}`} />;
}

// Parts of a screen, each with its own address, as links.

interface LinkTab {
  /** a path of paths.ts */
  to: string;
  text: string;
  current: boolean;
}

interface LinkTabsProps {
  /** the label of the tabs for screen readers */
  label: string;
  tabs: readonly LinkTab[];
  /** Back leads to the previous screen, not to the previous tab. */
  replacing?: boolean;
}

export function LinkTabs({ label, tabs, replacing = false }: LinkTabsProps): JSX.Element {
  const choose = (event: MouseEvent, to: string): void => {
    // With a modifier key it opens beside this page, as any link does.
    if (!replacing || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    replaceAddress(to);
  };
  return (
    <nav data-screen-only aria-label={label} className={classes['frame']}>
      <div className={classes['tabs']} data-many={tabs.length > 5 || undefined}>
        {tabs.map(({ to, text, current }) => (
          <a
            key={text}
            href={`#${to}`}
            aria-current={current ? 'page' : undefined}
            onClick={(event) => choose(event, to)}
          >
            {text}
          </a>
        ))}
      </div>
    </nav>
  );
}

// The letterhead of a receipt or a statement: the organisation's name, address, phone and logo, as far as known.

/** `onLogo`: called when the logo has loaded, or cannot be shown. */
export function OrganisationHead({
  organisation,
  onLogo,
}: {
  organisation: Letterhead;
  onLogo?: () => void;
}): JSX.Element | null {
  const { t } = useTexts();
  const { name, address, phone, logoVersion } = organisation;
  if (name === '' && address === '' && phone === '' && logoVersion === null) return null;
  return (
    <div className={classes['head']}>
      {logoVersion !== null && (
        <img
          className={classes['logo']}
          src={addressOf(readLogo, { params: { version: logoVersion } })}
          alt={t('common.logo')}
          onLoad={onLogo}
          onError={onLogo}
        />
      )}
      <div className={classes['organisation']}>
        {name !== '' && (
          <p className={classes['name']}>
            <bdi>{name}</bdi>
          </p>
        )}
        {address !== '' && (
          <p>
            <bdi className={classes['lines']}>{address}</bdi>
          </p>
        )}
        {phone !== '' && (
          <p>
            <bdi dir="ltr">{phone}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}
