// Urdu texts of the fines overview.
import type { overview as english } from '../en/overview.ts';
import type { Translation } from '../translation.ts';

export const overview: Translation<typeof english> = {
  title: 'ارکان کے جرمانوں کا جائزہ',
  firstUser: 'پہلا رکن درج کریں',
  addFine: 'نیا جرمانہ',
  userList: 'ارکان کی فہرست',

  cards: {
    label: 'مجموعی رقوم',
    total: { title: 'کل جرمانے', subtitle: 'جو جرمانے ہوئے', own: 'آپ پر جرمانہ ہوا' },
    pending: { title: 'بقایا جرمانے', subtitle: 'جو وصول ہونے باقی ہیں', own: 'آپ کے ذمے ہیں' },
    collected: { title: 'وصول شدہ جرمانے', subtitle: 'کل ادا شدہ (وصول شدہ)', own: 'آپ نے ادا کیے' },
    rate: { title: 'وصولی کی شرح', subtitle: 'جرمانے جو وصول ہوئے', own: 'آپ نے اتنے ادا کیے' },
  },

  search: { label: 'نام یا آئی ڈی سے رکن تلاش کریں', placeholder: 'رکن یا آئی ڈی تلاش کریں...' },
  sort: { name: 'نام', total: 'کل', pending: 'بقایا', 'oldest-unpaid': 'سب سے پرانا بقایا' },

  own: {
    label: 'آپ کے جرمانے',
    owes: 'آپ کے ذمے {{amount}} ہیں',
    owesNothing: 'آپ کے ذمے کچھ نہیں',
    unpaid_one: '{{count, number}} بقایا جرمانہ، {{day}} سے',
    unpaid_other: '{{count, number}} بقایا جرمانے، {{day}} سے',
    due: 'ادائیگی کی اگلی آخری تاریخ {{day}} ہے۔',
    late: 'اس میں سے {{amount}} کی آخری تاریخ گزر چکی ہے: یہ ابھی ادا کر دیجیے، باقی اپنی تاریخ تک۔',
    lateAll: 'اس سب کی آخری تاریخ گزر چکی ہے: براہ کرم ابھی ادا کر دیجیے۔',
    claimed: '{{amount}} کی ادائیگی بتا دی گئی، دفتر کے جواب کا انتظار ہے',
    appealed: '{{amount}} کے بارے میں اپیل، دفتر کے جواب کا انتظار ہے',
    credit: 'آپ کے {{amount}} جمع ہیں۔',
    howToPay: 'ادائیگی کا طریقہ',
    payPicture: 'کیو آر کوڈ',
    allPaid: 'آپ کے تمام جرمانے ادا شدہ ہیں۔',
    noFines: 'آپ پر کوئی جرمانہ نہیں۔',
  },

  users: 'ارکان اور ان کے جرمانے',
  count_one: '{{count, number}} رکن',
  count_other: '{{count, number}} ارکان',
  pages: 'ارکان کے صفحات',

  id: 'آئی ڈی: {{id}}',
  figures: { total: 'کل', pending: 'بقایا' },

  table: {
    label: '{{name}} کے جرمانے، آئی ڈی {{id}}',
    reason: 'جرمانے کی وجہ',
    pages: '{{name}} کے جرمانوں کے صفحات، آئی ڈی {{id}}',
  },

  loading: 'جرمانوں کا ڈیٹا لوڈ ہو رہا ہے...',
  failed: 'جرمانوں کا ڈیٹا لوڈ نہیں ہو سکا',
  noFines: 'اس رکن پر کوئی جرمانہ درج نہیں',
  noResults: {
    title: 'کچھ نہیں ملا',
    text: 'آپ کی تلاش کے مطابق کوئی رکن نہیں ملا۔',
    clear: 'تلاش صاف کریں',
  },
};
