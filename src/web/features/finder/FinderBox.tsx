// The field of the finder and the list below it: a combobox whose list is always open. The focus stays in the field.
import { Alert, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { JSX, KeyboardEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import { Caps } from '../../ui/keys/KeyHint.tsx';
import { reasonOf } from '../../ui/feedback/failure.ts';
import type { Doing } from './commands.ts';
import classes from './finder.module.css';
import { FinderOption } from './FinderOption.tsx';
import { type Item, useFinder } from './useFinder.ts';

/** `doing`: the action to carry out now; null for a link, which the browser follows. */
export function FinderBox({ onChoose }: { onChoose: (doing: Doing | null) => void }): JSX.Element {
  const { t } = useTexts();
  const access = useSession().principal?.access ?? 'member';
  const [typed, setTyped] = useState('');
  const { groups, fresh, more, error } = useFinder(typed, access);
  const items = groups.flatMap((group) => group.items);

  /** The item chosen by the arrows or the pointer; null means the first. */
  const [picked, setPicked] = useState<string | null>(null);
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === picked),
  );
  const active: Item | undefined = items[at];

  const list = useId();
  // Not made from the items' ids, because imported ids may contain spaces.
  const optionId = (item: Item): string => `${list}-${items.indexOf(item)}`;
  const place = active === undefined ? undefined : optionId(active);
  useEffect(() => {
    if (place !== undefined) document.getElementById(place)?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  const press = (): void => {
    if (place !== undefined) document.getElementById(place)?.click();
  };

  // If Enter was pressed before the answer came, it means the first item of that answer.
  const hasty = useRef(false);
  useEffect(() => {
    if (!hasty.current || !fresh) return;
    hasty.current = false;
    press();
  });

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setPicked(items.at((at + step) % items.length)?.id ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (fresh || active?.id === picked) press();
      else hasty.current = true;
    }
  };

  return (
    <div className={classes['finder']}>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={t('finder.label')}
        aria-expanded={items.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={place}
        placeholder={t('finder.placeholder')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={MAX_LENGTH.search}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => {
          hasty.current = false;
          setPicked(null);
          setTyped(currentTarget.value);
        }}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden role="status">
        {typed.trim() === '' || !fresh || (error !== null && items.length === 0)
          ? ''
          : items.length === 0
            ? t('finder.nothing')
            : t('finder.count', { count: items.length })}
      </VisuallyHidden>
      {error === null ? null : (
        <Alert color="red" role="alert">
          {t('finder.failed', { reason: reasonOf(error, t) })}
        </Alert>
      )}
      {items.length === 0 && error === null && (
        <p className={classes['nothing']}>{t(fresh ? 'finder.nothing' : 'finder.searching')}</p>
      )}
      <div id={list} role="listbox" aria-label={t('finder.results')} aria-busy={!fresh} className={classes['list']}>
        {groups.map((group) => (
          <div key={group.name} role="group" aria-labelledby={`${list}:${group.name}`}>
            <p id={`${list}:${group.name}`} role="presentation" className={classes['group']}>
              {t(`finder.${group.name}`)}
            </p>
            {group.items.map((item) => (
              <FinderOption
                key={item.id}
                id={optionId(item)}
                item={item}
                active={item === active}
                onPoint={() => setPicked(item.id)}
                onChoose={onChoose}
              />
            ))}
            {group.name === 'people' && more && (
              <p role="presentation" className={classes['more']}>
                {t('finder.more')}
              </p>
            )}
          </div>
        ))}
      </div>
      <p aria-hidden className={classes['hints']}>
        <Caps caps={['↑', '↓']} /> {t('finder.choose')}
        <Caps caps={['Enter']} /> {t('finder.open')}
        <Caps caps={['Esc']} /> {t('finder.close')}
      </p>
    </div>
  );
}
