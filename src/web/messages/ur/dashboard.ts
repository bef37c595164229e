// Urdu texts of the dashboard.
import type * as english from '../en/dashboard.ts';
import type { Translation } from '../translate.ts';

export const dashboard: Translation<typeof english.dashboard> = {
  title: 'جرمانوں کا ڈیش بورڈ',
  live: 'لائیو',
  notLive: 'اس وقت تازہ نہیں',
  addFirst: 'پہلا جرمانہ درج کریں',
  addFine: 'نیا جرمانہ',
  refresh: 'تازہ کریں',
  refreshed: 'ڈیٹا تازہ ہو گیا',

  logout: {
    button: 'لاگ آؤٹ',
    title: 'لاگ آؤٹ کی تصدیق',
    question: 'کیا آپ واقعی لاگ آؤٹ کرنا چاہتے ہیں؟',
  },

  today: {
    title: 'آج',
    requests_one: '{{count, number}} درخواست فیصلے کی منتظر',
    requests_other: '{{count, number}} درخواستیں فیصلے کی منتظر',
    overdue_one: 'تاریخ گزر گئی: {{count, number}} رکن، بقایا {{amount}}',
    overdue_other: 'تاریخ گزر گئی: {{count, number}} ارکان، بقایا {{amount}}',
    promised_one: 'آج کا وعدہ: {{count, number}} رکن، {{amount}}',
    promised_other: 'آج کا وعدہ: {{count, number}} ارکان، {{amount}}',
    failedMails_one: '{{count, number}} ای میل نہیں بھیجی جا سکی',
    failedMails_other: '{{count, number}} ای میلیں نہیں بھیجی جا سکیں',
    cash: 'آپ کے پاس {{amount}} نقد ہیں',
    handOver: 'حوالے کریں',
    entered: 'آپ نے درج کیا: {{what}}',
    records: {
      fines_one: '{{count, number}} جرمانہ',
      fines_other: '{{count, number}} جرمانے',
      payments_one: '{{count, number}} ادائیگی',
      payments_other: '{{count, number}} ادائیگیاں',
      waivers_one: '{{count, number}} معافی',
      waivers_other: '{{count, number}} معافیاں',
    },
    undo: 'جو آخر میں درج کیا، واپس لیں؟',
    undone: 'یہ واپس لیا جائے گا: {{what}}۔',
  },

  firstSteps: {
    title: 'پہلے قدم',
    putAway: 'چھپائیں',
    optional: 'بعد میں بھی',
    done: 'ہو گیا',
    ownName: 'اپنا نام لکھیں',
    types: 'جرمانے کی وجوہات کی فہرست بنائیں',
    name: 'اپنے ادارے کا نام لکھیں',
    users: 'پہلے ارکان درج کریں',
    pasted: 'فہرست پیسٹ کریں',
    fine: 'پہلا جرمانہ درج کریں',
    invite: 'کسی کو دعوت دیں',
    doubling: 'طے کریں کہ دوبارہ غلطی پر جرمانہ دگنا ہو',
  },
  cards: {
    label: 'مجموعی رقوم',
    total: 'کل جرمانے',
    average: 'فی رکن اوسطاً {{amount}}',
    pending: 'بقایا جرمانے',
    pendingCount_one: '{{count, number}} جرمانہ ادا ہونا باقی',
    pendingCount_other: '{{count, number}} جرمانے ادا ہونے باقی',
    collected: 'وصول شدہ',
    collectedRate: '{{percent}}% وصول ہو چکا',
    activeUsers: 'فعال ارکان',
    recent: '{{count, number}} پر پچھلے 7 دن میں جرمانہ ہوا',
  },

  search: { label: 'رکن یا آئی ڈی تلاش کریں', placeholder: 'رکن یا آئی ڈی تلاش کریں...' },
  status: {
    label: 'حالت',
    all: 'ہر حالت',
    'has-pending': 'جن کا بقایا ہے',
    'deleted-pending': 'حذف شدہ جن کا بقایا ہے',
    'has-paid': 'جنہوں نے ادا کیا',
  },
  period: {
    label: 'تازہ ترین جرمانے کا عرصہ',
    all: 'تمام عرصہ',
    week: 'پچھلا ہفتہ',
    month: 'پچھلا مہینہ',
    quarter: 'پچھلے 3 مہینے',
  },
  sortAndFilters: 'ترتیب اور فلٹر',
  owes: 'بقایا والے',
  compact: 'مختصر',
  clear: 'صاف کریں',
  clearAll: 'تمام فلٹر صاف کریں',

  sort: {
    name: 'نام',
    total: 'کل',
    count: 'تعداد',
    recent: 'حالیہ',
    'oldest-unpaid': 'سب سے پرانا بقایا',
    sorted: 'ترتیب: {{field}}، {{direction}}۔',
  },

  list: {
    label: 'جن ارکان پر جرمانے ہیں',
    count_one: '{{count, number}} رکن پر جرمانے ہیں',
    count_other: '{{count, number}} ارکان پر جرمانے ہیں',
    printed:
      'یہاں {{total, number}} میں سے {{shown, number}} ارکان پرنٹ ہوئے ہیں۔ سب ارکان کے لیے جائزے میں «{{button}}» دبائیں۔',
    found_one: '{{count, number}} رکن ملا',
    found_other: '{{count, number}} ارکان ملے',
    loading: 'ارکان لوڈ ہو رہے ہیں...',
    none: 'ابھی کسی رکن پر کوئی جرمانہ نہیں۔',
    noMatch: 'ان فلٹروں کے مطابق کوئی رکن نہیں ملا۔',
  },

  user: {
    since: '{{day}} سے',
    fines: '{{name}} کے جرمانے',
    showAll: 'تمام {{count, number}} جرمانے دکھائیں',
    showAllNamed: 'تمام {{count, number}} جرمانے دکھائیں: {{name}}',
    showLess: 'کم دکھائیں',
    showLessNamed: 'کم دکھائیں: {{name}} کے جرمانے',
    open: 'جرمانے کھولیں',
    pages: '{{name}} کے جرمانوں کے صفحات',
    failedName: 'رکن لوڈ نہیں ہو سکا',
    failed: 'لوڈ نہیں ہو سکا',
  },

  problem: {
    processing: 'جرمانوں کا ڈیٹا پراسیس نہیں ہو سکا',
    database: 'ڈیٹا بیس سے رابطہ نہیں ہو سکا',
    connection: 'رابطہ ٹوٹ گیا۔ دوبارہ جوڑنے کی کوشش ہو رہی ہے...',
    dismiss: 'یہ پیغام ہٹائیں',
  },
};
