// The fields of a record's form, as its table defines them (record-fields.ts).
import {
  Combobox,
  Group,
  NativeSelect,
  Radio,
  Stack,
  Textarea,
  TextInput,
  type TextInputProps,
  useCombobox,
  VisuallyHidden,
} from '@mantine/core';
import { type JSX, useEffect, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import { AmountInput } from './fields/AmountInput.tsx';
import { DayInput } from './fields/DayInput.tsx';
import {
  type ChoiceField,
  type Field,
  type FieldTable,
  type GroupField,
  type TextField,
  type Typed,
  tooLong,
} from './record-fields.ts';
import classes from './forms.module.css';
import { BELOW } from './fields/checks.ts';
import { Pair, savedElsewhere } from './FormSheet.tsx';
import type { RecordForm } from './record-form.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { completedEmails, isEmail } from '../../../core/people/email.ts';
import { useGroupOptions } from '../people/groups.ts';
import { useUserOptions } from '../people/useUserOptions.ts';

interface RecordFieldsProps<B> {
  table: FieldTable<B>;
  form: RecordForm<Typed<B> & object>;
  /** fields that cannot be changed */
  held?: readonly (keyof B)[];
}

export function RecordFields<B>({ table, form, held = [] }: RecordFieldsProps<B>): JSX.Element {
  const { values, problems, elsewhere, busy } = form;
  // Each field yields a value of its own kind.
  const change = form.change as (name: string, value: string) => void;
  const fields = Object.entries(table) as [keyof B & string, Field][];
  const drawn = ([name, field]: (typeof fields)[number]): JSX.Element => (
    <OneField
      key={name}
      field={field}
      value={values[name]}
      problem={problems[name]}
      elsewhere={elsewhere[name]}
      busy={busy}
      held={held.includes(name)}
      isFirst={name === fields[0]?.[0]}
      onChange={(value) => change(name, value)}
    />
  );
  return (
    <Stack gap="md">
      {inLines(fields).map((line) =>
        line.length === 1 ? line.map(drawn) : <Pair key={line[0]?.[0]}>{line.map(drawn)}</Pair>,
      )}
    </Stack>
  );
}

/** Two consecutive half-width fields share a line. */
function inLines<F extends readonly [string, Field]>(fields: readonly F[]): F[][] {
  const lines: F[][] = [];
  for (const field of fields) {
    const last = lines.at(-1);
    if (field[1].half && last?.length === 1 && last[0]?.[1].half) last.push(field);
    else lines.push([field]);
  }
  return lines;
}

interface OneFieldProps<F = Field> {
  field: F;
  value: string;
  problem: string | undefined;
  /** what another window has saved meanwhile */
  elsewhere: string | undefined;
  busy: boolean;
  held: boolean;
  /** It gets the focus when the form opens. */
  isFirst: boolean;
  onChange: (value: string) => void;
}

function OneField({ field, ...props }: OneFieldProps): JSX.Element {
  const { t } = useTexts();
  const { today } = useSession().organisation;
  switch (field.kind) {
    case 'day':
    case 'amount': {
      const { value, problem, elsewhere, busy, held, onChange } = props;
      const described = {
        label: t(field.label),
        description: savedElsewhere(elsewhere, t),
        required: field.required !== undefined,
        readOnly: busy,
        disabled: held,
      };
      return field.kind === 'day' ? (
        <DayInput {...described} today={today} value={value} error={problem} onChange={onChange} />
      ) : (
        <AmountInput {...described} value={value} error={problem} onChange={onChange} />
      );
    }
    case 'choice':
      return <Choice {...props} field={field} />;
    case 'group':
      return <GroupSelect {...props} field={field} />;
    default:
      return <Line {...props} field={field} />;
  }
}

function Line({
  field,
  value,
  problem,
  elsewhere,
  busy,
  held,
  isFirst,
  onChange,
}: OneFieldProps<TextField>): JSX.Element {
  const { t } = useTexts();
  const long = tooLong(field, value);
  const described = {
    label: t(field.label),
    description: savedElsewhere(elsewhere, t),
    inputWrapperOrder: BELOW,
    ...(field.placeholder === undefined ? {} : { placeholder: t(field.placeholder) }),
    required: field.required !== undefined,
    readOnly: busy,
    disabled: held,
    value,
    error: problem ?? (long && t(...long)),
    ...(isFirst ? { 'data-autofocus': true } : {}),
  };
  if (field.kind === 'long-text') {
    return (
      <Textarea {...described} rows={3} resize="vertical" onChange={(event) => onChange(event.currentTarget.value)} />
    );
  }
  if (field.kind === 'email') return <EmailInput {...described} onChange={onChange} />;
  return (
    <TextInput
      {...described}
      type={field.kind}
      {...(field.kind === 'text' ? {} : { dir: 'ltr' })}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Choice({ field, value, elsewhere, busy, held, onChange }: OneFieldProps<ChoiceField>): JSX.Element {
  const { t } = useTexts();
  const saved = elsewhere === undefined ? undefined : field.options[elsewhere];
  return (
    <Radio.Group
      label={t(field.label)}
      description={savedElsewhere(saved === undefined ? undefined : t(saved), t)}
      size="md"
      required
      readOnly={busy}
      value={value}
      onChange={onChange}
    >
      <Group align="stretch" gap="0 24px">
        {Object.entries(field.options).map(([option, text]) => (
          <Radio
            key={option}
            value={option}
            disabled={held}
            size="md"
            label={t(text)}
            classNames={{ body: classes['choice'] ?? '', label: classes['choiceLabel'] ?? '' }}
          />
        ))}
      </Group>
    </Radio.Group>
  );
}

function GroupSelect({ field, value, problem, elsewhere, busy, held, onChange }: OneFieldProps<GroupField>) {
  const { t } = useTexts();
  const options = [{ value: '', label: t('common.filters.noGroup') }, ...useGroupOptions(value)];
  if (options.length === 1) return null;
  return (
    <NativeSelect
      label={t(field.label)}
      description={savedElsewhere(options.find((option) => option.value === elsewhere)?.label, t)}
      inputWrapperOrder={BELOW}
      disabled={busy || held}
      data={options}
      value={value}
      error={problem}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

// A field for an e-mail address. After the @ it offers what follows it in the addresses of other users, which Enter or
// Tab takes while the typed address is incomplete.

interface EmailInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (typed: string) => void;
}

function EmailInput({ value, onChange, ...field }: EmailInputProps): JSX.Element {
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
