// The brand, leading to the dashboard.
import type { JSX } from 'react';
import { PATHS } from '../../routing/paths.ts';
import { Brand } from './Brand.tsx';
import classes from './navigation.module.css';

export function BrandLink(): JSX.Element {
  return (
    <a href={`#${PATHS.dashboard}`} className={classes['link']}>
      <Brand />
    </a>
  );
}
