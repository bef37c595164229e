// Sets the language of the page, and the direction of the page and of Mantine's components.
import { useDirection } from '@mantine/core';
import { useLayoutEffect } from 'react';
import { directionOf } from '../../core/text/languages.ts';
import { useLanguage } from '../messages/index.ts';

export function FollowLanguage(): null {
  const { setDirection } = useDirection();
  const language = useLanguage();
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    setDirection(directionOf(language));
  }, [language, setDirection]);
  return null;
}
