// A field for an e-mail address. After the @ it offers what follows it in the addresses of other users, which Enter or
// Tab takes while the typed address is incomplete.
import { Combobox, TextInput, type TextInputProps, useCombobox, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type JSX, useEffect, useState } from 'react';
import { completedEmails, isEmail } from '../../../core/people/email.ts';
import { useTexts } from '../../messages/index.ts';
import { useUserOptions } from '../people/useUserOptions.ts';
import classes from './forms.module.css';

interface EmailInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (typed: string) => void;
}

export function EmailInput({ value, onChange, ...field }: EmailInputProps): JSX.Element {
  const { t } = useTexts();
  const [wanted, setWanted] = useState(false);
  const at = value.indexOf('@');
  const [search] = useDebouncedValue(at > 0 ? value.slice(at).trim() : '', 100);
  const { items } = useUserOptions(search, wanted && search !== '');
  const emails = items.map(({ userEmail }) => userEmail ?? '');
  const offered = wanted ? completedEmails(value, emails) : [];
  // An open list with nothing in it would swallow the first Escape.
  const combobox = useCombobox({ opened: offered.length > 0, onOpenedChange: setWanted });
  const [first] = offered;
  const isComplete = isEmail(value);
  // These stay the same functions, the combobox does not.
  const { selectFirstOption, resetSelectedOption } = combobox;
  useEffect(() => {
    if (first === undefined) return;
    if (isComplete) resetSelectedOption();
    else selectFirstOption();
  }, [first, isComplete, selectFirstOption, resetSelectedOption]);
  const take = (email: string): void => {
    onChange(email);
    setWanted(false);
  };
  return (
    <Combobox store={combobox} withinPortal={false} onOptionSubmit={take}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...field}
          type="email"
          dir="ltr"
          autoComplete="off"
          value={value}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            setWanted(true);
          }}
          onKeyDown={(event) => {
            const email = offered[combobox.getSelectedOptionIndex()];
            if (event.key === 'Tab' && !event.shiftKey && email !== undefined) take(email);
          }}
          onBlur={() => setWanted(false)}
        />
      </Combobox.Target>
      <VisuallyHidden role="status">
        {first === undefined || isComplete ? '' : t('common.byEnter', { text: first })}
      </VisuallyHidden>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('common.suggestions')}>
          {offered.map((email) => (
            <Combobox.Option key={email} value={email} dir="ltr" className={classes['email'] ?? ''}>
              {email}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
