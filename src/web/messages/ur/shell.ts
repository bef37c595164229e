// Urdu texts of the frame around the screens.
import type { shell as english } from '../en/shell.ts';
import type { Translation } from '../translation.ts';

export const shell: Translation<typeof english> = {
  skip: 'سیدھے مواد پر جائیں',
  navigation: 'مرکزی مینو',
  topBar: 'اوپر کی پٹی',
  openMenu: 'مینو کھولیں',
  closeMenu: 'مینو بند کریں',
  collapse: 'سائیڈبار سکیڑیں',
  expand: 'سائیڈبار پھیلائیں',
  dashboard: 'ڈیش بورڈ',
  overview: 'جائزہ',
  users: 'ارکان',
  fines: 'جرمانے',
  collected: 'وصول شدہ جرمانے',
  events: 'تقریبات',
  settings: 'ترتیبات',
  account: 'اکاؤنٹ',
  logout: 'لاگ آؤٹ',
  loggedOut: 'آپ لاگ آؤٹ ہو گئے!',
  logoutFailed: 'لاگ آؤٹ نہیں ہو سکا',
  logoutTryAgain: 'براہِ کرم دوبارہ کوشش کریں',
  connectionLost: 'رابطہ ٹوٹ گیا۔ دوبارہ جوڑنے کی کوشش ہو رہی ہے...',
  databaseAway: 'ڈیٹا بیس سے رابطہ نہیں ہو سکا',
  dismiss: 'یہ پیغام ہٹائیں',
  unknownSession: 'دیکھا جا رہا ہے کہ آپ سائن ان ہیں یا نہیں…',
};
