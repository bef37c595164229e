// The texts of what a member's overview shows, in one file: each more would be another request of a phone.
export { overview } from './overview.ts';
export { payments } from './payments.ts';
export { requests } from './requests.ts';
