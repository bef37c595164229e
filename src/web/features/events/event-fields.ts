// The form of an event.
import type { EventForm } from '../../../contract/events.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import type { FieldTable } from '../../ui/forms/record-fields.ts';

/** All are required, and the amount must be one (EVENT-5). */
export const EVENT_FIELDS: FieldTable<EventForm> = {
  title: {
    kind: 'text',
    label: 'events.form.title',
    placeholder: 'events.form.titlePlaceholder',
    length: MAX_LENGTH.title,
    required: 'events.problem.title',
  },
  description: {
    kind: 'long-text',
    label: 'events.form.description',
    placeholder: 'events.form.descriptionPlaceholder',
    length: MAX_LENGTH.description,
    required: 'events.problem.description',
  },
  date: { kind: 'day', label: 'events.form.date', required: 'events.problem.date', half: true },
  amount: { kind: 'amount', label: 'events.form.amount', required: 'events.problem.amount', half: true },
  location: {
    kind: 'text',
    label: 'events.form.location',
    placeholder: 'events.form.locationPlaceholder',
    length: MAX_LENGTH.location,
    required: 'events.problem.location',
  },
};
