// What is made to be printed: a receipt, a statement, a month. A card on the screen; on paper a page in black, with the
// organisation's letterhead.
import { Box, Text } from '@mantine/core';
import type { ComponentProps, JSX } from 'react';
import { type Letterhead, readLogo } from '../../../contract/settings/organisation.ts';
import { addressOf } from '../../api/call.ts';
import { useTexts } from '../../messages/index.ts';
import classes from './layout.module.css';
import { usePaper } from './media.ts';
import { Card } from './page.tsx';

interface HeadProps {
  organisation: Letterhead;
  /** Called when the logo has loaded, or cannot be shown. */
  onLogo?: (() => void) | undefined;
}

interface PaperProps extends Omit<ComponentProps<typeof Card>, 'ref'> {
  /** a named page of its style sheet */
  page: Parameters<typeof usePaper>[0];
  /** undefined until there is something below the head */
  organisation: Letterhead | undefined;
  onLogo?: () => void;
}

export function Paper({ page, organisation, onLogo, className = '', children, ...rest }: PaperProps): JSX.Element {
  usePaper(page);
  return (
    <Card {...rest} className={`${classes['paper']} ${className}`} data-page={page}>
      {organisation !== undefined && <OrganisationHead organisation={organisation} onLogo={onLogo} />}
      {children}
    </Card>
  );
}

/** Lines to sign on, with room above each. */
export function Signatures({ of }: { of: readonly { role: string; name?: string }[] }): JSX.Element {
  return (
    <div className={classes['signatures']} data-signatures>
      {of.map(({ role, name }) => (
        <p key={role}>
          {name !== undefined && <bdi>{name}</bdi>}
          <Text component="small" c="dimmed" fz="0.875em">
            {role}
          </Text>
        </p>
      ))}
    </div>
  );
}

/** Name, address, phone and logo, as far as known. */
export function OrganisationHead({ organisation, onLogo }: HeadProps): JSX.Element | null {
  const { t } = useTexts();
  const { name, address, phone, logoVersion } = organisation;
  if (name === '' && address === '' && phone === '' && logoVersion === null) return null;
  return (
    <div className={classes['head']} data-letterhead>
      {logoVersion !== null && (
        <img
          className={classes['logo']}
          src={addressOf(readLogo, { params: { version: logoVersion } })}
          alt={t('common.logo')}
          onLoad={onLogo}
          onError={onLogo}
        />
      )}
      <Box flex={1} miw={0}>
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
      </Box>
    </div>
  );
}
