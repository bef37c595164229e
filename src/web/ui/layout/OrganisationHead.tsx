// The letterhead of a receipt or a statement: the organisation's name, address, phone and logo, as far as known.
import { Box } from '@mantine/core';
import type { JSX } from 'react';
import { type Letterhead, readLogo } from '../../../contract/settings/organisation.ts';
import { addressOf } from '../../api/call.ts';
import { useTexts } from '../../messages/index.ts';
import classes from './layout.module.css';

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
