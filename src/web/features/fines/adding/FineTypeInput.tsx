// The fine type: any text, with suggestions from the organisation's list and from types already used. In Urdu
// they are chosen by their Urdu names; the server enters the fine under the name itself (TYPE-7).
import { Combobox, TextInput, useCombobox, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { listFineTypes } from '../../../../contract/fines/fines.ts';
import { FINE_TEXT_NAMES, FINE_TEXTS, type FineText } from '../../../../core/fines/fine-texts.ts';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import { useRead } from '../../../api/hooks.ts';
import { recordedType, typeText } from '../../../messages/fine-types.ts';
import { useTexts } from '../../../messages/index.ts';
import { Money } from '../../../ui/money/money.tsx';
import { useTooLong } from '../../../ui/forms/fields/checks.ts';
import classes from '../fines.module.css';

export function FineTypeInput(props: {
  value: string;
  onChange(fineType: string): void;
  /** A type was chosen; the amount to fill in, null for none. */
  onChoose(fineType: string, lastAmount: number | null): void;
  error: string | null;
  /** Shows the list as soon as the field has the focus, not only when something is typed. */
  eager: boolean;
  readOnly?: boolean;
}): ReactNode {
  const { t } = useTexts();
  const tooLong = useTooLong();
  const [search] = useDebouncedValue(props.value.trim().slice(0, MAX_LENGTH.search), 100);
  const { data } = useRead(listFineTypes, { query: { search } });
  const types = data?.items ?? [];
  const [wanted, setWanted] = useState(false);
  // An open list with nothing in it would swallow the first Escape.
  const combobox = useCombobox({
    opened: wanted && types.length > 0,
    onOpenedChange: setWanted,
    onDropdownClose: () => combobox.resetSelectedOption(),
  });

  return (
    <Combobox
      store={combobox}
      position="bottom"
      // The dialog is still moving while its first field opens the list; below the field there is always room.
      middlewares={{ flip: false }}
      withinPortal={false}
      onOptionSubmit={(value) => {
        const chosen = types.find(({ fineType }) => recordedType(fineType) === value);
        if (chosen !== undefined) props.onChoose(typeText(chosen.fineType), chosen.lastAmount);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={t('fines.add.fineType')}
          description={data?.onlyListed === true ? t('fines.add.onlyListed') : undefined}
          required
          data-autofocus
          readOnly={props.readOnly ?? false}
          autoComplete="off"
          error={props.error ?? tooLong(props.value, MAX_LENGTH.fineType)}
          value={props.value}
          onChange={(event) => {
            props.onChange(event.currentTarget.value);
            setWanted(true);
            combobox.resetSelectedOption();
          }}
          onFocus={() => setWanted(props.eager)}
          onClick={() => setWanted(true)}
          onBlur={() => setWanted(false)}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('fines.add.usedBefore')} className={classes['typeOptions'] ?? ''}>
          {types.map(({ fineType, lastAmount }) => (
            <Combobox.Option
              key={recordedType(fineType)}
              value={recordedType(fineType)}
              className={classes['typeOption'] ?? ''}
            >
              <span dir="auto" className={classes['typeName']}>
                {typeText(fineType)}
              </span>
              {lastAmount === null ? null : <Money paisa={lastAmount} format="rs" />}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

// What is said of a fine beside its type, such as its note, in any words. A field is one line high until there is more text.

export function FineTextInputs(props: {
  values: Readonly<Record<FineText, string>>;
  onChange(name: FineText, text: string): void;
  problemOf(name: FineText): string | null | undefined;
  readOnly?: boolean;
}): ReactNode {
  const { t } = useTexts();
  const tooLong = useTooLong();
  return FINE_TEXT_NAMES.map((name) => (
    <Textarea
      key={name}
      label={t(`common.fine.text.${name}`)}
      placeholder={t('fines.add.optional')}
      rows={1}
      autoComplete="off"
      readOnly={props.readOnly ?? false}
      classNames={{ input: classes['note'] ?? '' }}
      value={props.values[name]}
      error={props.problemOf(name) ?? tooLong(props.values[name], FINE_TEXTS[name].length)}
      onChange={(event) => props.onChange(name, event.currentTarget.value)}
    />
  ));
}
