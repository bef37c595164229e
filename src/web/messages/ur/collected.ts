// Urdu texts of the collected-fines screen.
import type { collected as english } from '../en/collected.ts';
import type { Translation } from '../translation.ts';

export const collected: Translation<typeof english> = {
  title: 'وصول شدہ جرمانے',
  subtitle: 'کس رکن نے کتنا ادا کیا۔',
  back: 'ڈیش بورڈ پر واپس',
  addFine: 'نیا جرمانہ',

  menu: { label: 'اکاؤنٹ', profile: 'پروفائل', settings: 'ترتیبات', logout: 'لاگ آؤٹ' },

  total: {
    title: 'کل وصول شدہ جرمانے',
    totalFines: 'کل جرمانے',
    rate: 'وصولی کی شرح',
    share: 'کل میں وصول شدہ کا حصہ',
  },

  search: { label: 'نام یا آئی ڈی سے رکن تلاش کریں', placeholder: 'رکن یا آئی ڈی تلاش کریں...' },
  count_one: '{{count, number}} رکن',
  count_other: '{{count, number}} ارکان',

  table: {
    label: 'ہر رکن کے وصول شدہ جرمانے',
    user: 'رکن',
    total: 'کل جرمانہ',
    pending: 'بقایا',
    collected: 'وصول شدہ',
    paid: 'ادا شدہ جرمانے',
    actions: 'کارروائی',
    pages: 'ارکان کے صفحات',
    id: 'آئی ڈی: {{id}}',
  },

  actions: {
    paid: 'ادا شدہ جرمانے',
    open: 'جرمانے کھولیں',
    of: '{{action}}: {{name}}، آئی ڈی {{id}}',
  },

  paidFines: {
    label: '{{name}} کے ادا شدہ جرمانے، آئی ڈی {{id}}',
    reason: 'وجہ',
    none: 'ابھی کوئی جرمانہ ادا نہیں ہوا',
    pages: '{{name}} کے ادا شدہ جرمانوں کے صفحات، آئی ڈی {{id}}',
  },

  failed: 'وصول شدہ جرمانوں کا ڈیٹا لوڈ نہیں ہو سکا',
  empty: {
    first: 'پہلا جرمانہ درج کریں',
    none: 'ابھی کوئی جرمانہ درج نہیں ہوا',
    noMatch: 'آپ کی تلاش کے مطابق کوئی رکن نہیں ملا',
    clear: 'تلاش صاف کریں',
  },

  footer: { label: 'جرمانہ ایپ کے بارے میں', help: 'مدد', privacy: 'رازداری', terms: 'شرائط' },
};
