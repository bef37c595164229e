// All Urdu texts, loaded as a whole when Urdu is chosen. docs/urdu.md has the words and the style.
import './urdu.css';
import { account } from './account.ts';
import { collect } from './collect.ts';
import { collected } from './collected.ts';
import { common } from './common.ts';
import { dashboard } from './dashboard.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { finder } from './finder.ts';
import { fines } from './fines.ts';
import { history } from './history.ts';
import { imports } from './imports.ts';
import { login } from './login.ts';
import { overview } from './overview.ts';
import { own } from './own.ts';
import { payments } from './payments.ts';
import { reminders } from './reminders.ts';
import { reports } from './reports.ts';
import { requests } from './requests.ts';
import { rules } from './rules.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { users } from './users.ts';
import { waiting } from './waiting.ts';

export const ur = {
  account,
  collect,
  collected,
  common,
  dashboard,
  errors,
  events,
  finder,
  fines,
  history,
  imports,
  login,
  overview,
  own,
  payments,
  reminders,
  reports,
  requests,
  rules,
  settings,
  shell,
  users,
  waiting,
};
