// Urdu texts of the Fines screen.
import type { fines as english } from '../en/fines.ts';
import type { Translation } from '../translation.ts';

export const fines: Translation<typeof english> = {
  title: 'جرمانوں کا انتظام',
  subtitle: 'ارکان کے جرمانے: درج کریں، حذف کریں، ادا شدہ یا بقایا کریں۔',
  addFirst: 'پہلا جرمانہ درج کریں',
  addNew: 'نیا جرمانہ',

  cards: {
    label: 'مجموعی رقوم',
    total: 'کل جرمانے',
    pending: 'بقایا جرمانے',
    count_one: '{{count, number}} جرمانہ',
    count_other: '{{count, number}} جرمانے',
    pendingShare: 'کل کا {{percent}}% بقایا ہے',
    pendingShareLabel: 'کل میں بقایا کا حصہ',
    ofUser: '{{name}} کے جرمانے',
    userTotal: 'کل',
    userPending: 'بقایا',
  },

  table: {
    title: 'حالیہ جرمانے',
    user: 'رکن',
    id: 'آئی ڈی: {{id}}',
    fineType: 'جرمانے کی وجہ',
    amount: 'رقم',
    date: 'تاریخ',
    status: 'حالت',
    actions: 'کارروائی',
    empty: 'کوئی جرمانہ نہیں ملا',
    loading: 'جرمانے لوڈ ہو رہے ہیں...',
    pages: 'جرمانوں کے صفحات',
  },

  filter: {
    label: 'کس کے جرمانے دکھائیں',
    allUsers: 'تمام ارکان',
    search: 'نام سے رکن ڈھونڈیں',
    searching: 'تلاش ہو رہی ہے...',
    nobody: 'کوئی رکن نہیں ملا',
    more: 'مزید {{count, number}}: نام لکھ کر ڈھونڈیں',
  },

  statusFilter: {
    label: 'حالت',
    all: 'تمام',
    Pending: 'بقایا',
    Paid: 'ادا شدہ',
  },

  ticked: {
    tick: 'چنیں: {{fineType}}، {{userName}}، {{amount}}',
    tickAll: 'اس صفحے کے تمام بقایا چنیں',
    chosen_one: '{{count, number}} جرمانہ چنا گیا: {{amount}}',
    chosen_other: '{{count, number}} جرمانے چنے گئے: {{amount}}',
    clear: 'صاف کریں',
    pay: 'ادا شدہ کریں',
    question_one: 'کیا {{amount}} کا یہ جرمانہ ادا ہو چکا ہے؟',
    question_other: 'کیا یہ {{count, number}} جرمانے ادا ہو چکے ہیں، کل {{amount}}؟',
    ofUser_one: '{{count, number}} جرمانہ',
    ofUser_other: '{{count, number}} جرمانے',
  },

  refresh: 'تازہ کریں',
  refreshed: 'ڈیٹا تازہ ہو گیا',

  markPaid: 'ادا شدہ کریں',
  markUnpaid: 'بقایا کریں',
  delete: 'حذف کریں',
  rowAction: '{{action}}: {{fineType}}، {{userName}}، {{amount}}',

  confirmPaid: { title: 'ادا شدہ کریں', question: 'کیا یہ جرمانہ ادا ہو چکا ہے؟' },
  confirmUnpaid: { title: 'بقایا کریں', question: 'کیا یہ جرمانہ ابھی ادا ہونا باقی ہے؟' },
  confirmDelete: {
    title: 'جرمانہ حذف کریں',
    warning: 'یہ عمل واپس نہیں ہو سکتا',
    looking: 'اس ہفتے کے دوسرے جرمانے دیکھے جا رہے ہیں...',
    unknown: 'اس وقت معلوم نہیں کہ کوئی اور جرمانہ گھٹے گا یا نہیں۔',
    nothingElse: 'کوئی اور جرمانہ نہیں بدلے گا۔',
    reduces: '{{date}} کا {{from}} کا جرمانہ گھٹ کر {{to}} ہو جائے گا۔',
    reducesPaid:
      '{{date}} کا {{from}} کا جرمانہ گھٹ کر {{to}} ہو جائے گا۔ یہ پہلے ہی ادا ہو چکا ہے: فرق کی رقم {{difference}} واپس کرنی ہو گی۔',
  },
  confirmFigures: '{{amount}} · {{date}}',

  done: {
    added: 'جرمانے درج ہو گئے',
    addedFor: '{{names}} کے جرمانے درج ہو گئے',
    deleted: 'جرمانہ حذف ہو گیا',
    paid: 'جرمانہ ادا شدہ کر دیا گیا',
    unpaid: 'جرمانہ بقایا کر دیا گیا',
    paidTogether_one: '{{count, number}} جرمانہ ادا شدہ کر دیا گیا: {{amount}}',
    paidTogether_other: '{{count, number}} جرمانے ادا شدہ کر دیے گئے: {{amount}}',
    reduced: '{{from}} کا ایک جرمانہ خود بخود گھٹ کر {{to}} ہو گیا',
    giveBack:
      '{{from}} کا ایک جرمانہ خود بخود گھٹ کر {{to}} ہو گیا۔ یہ پہلے ہی ادا ہو چکا تھا: فرق کی رقم {{difference}} واپس کرنی ہے۔',
  },

  failed: {
    loadTitle: 'خرابی',
    load: 'ڈیٹا لوڈ نہیں ہو سکا',
    add: 'جرمانہ درج نہیں ہو سکا: {{reason}}',
    delete: 'جرمانہ حذف نہیں ہو سکا: {{reason}}',
    status: 'حالت نہیں بدلی جا سکی: {{reason}}',
    notPending_one: 'کچھ محفوظ نہیں ہوا، کیونکہ اس دوران یہ جرمانہ ادا یا حذف ہو گیا: {{fines}}',
    notPending_other:
      'کچھ محفوظ نہیں ہوا، کیونکہ اس دوران ان میں سے {{count, number}} جرمانے ادا یا حذف ہو گئے: {{fines}}',
    namedFine: '{{userName}} کا جرمانہ «{{fineType}}»، {{amount}}',
    deletionUnknown_one:
      'ایک جرمانہ حذف کرنے کا کوئی جواب نہیں آیا، اس لیے معلوم نہیں کہ وہ حذف ہوا یا نہیں، اور کچھ واپس کرنا ہے یا نہیں۔ معلوم کرنے کے لیے دوبارہ کوشش کریں: کوئی چیز دو بار حذف نہیں ہوتی۔',
    deletionUnknown_other:
      '{{count}} جرمانے حذف کرنے کا کوئی جواب نہیں آیا، اس لیے معلوم نہیں کہ وہ حذف ہوئے یا نہیں، اور کچھ واپس کرنا ہے یا نہیں۔ معلوم کرنے کے لیے دوبارہ کوشش کریں: کوئی چیز دو بار حذف نہیں ہوتی۔',
    tryAgain: 'دوبارہ کوشش کریں',
    unknownUser: 'آئی ڈی {{id}} کا کوئی رکن نہیں ہے۔',
    showAll: 'تمام ارکان دکھائیں',
  },

  add: {
    title: 'نیا جرمانہ',
    fineType: 'جرمانے کی وجہ',
    usedBefore: 'پہلے استعمال شدہ، پچھلی رقم کے ساتھ',
    amount: 'رقم (روپے)',
    date: 'تاریخ',
    users: 'ارکان',
    searchUsers: 'نام یا ای میل سے رکن ڈھونڈیں',
    chosen: 'چنے ہوئے ارکان',
    byEnter: 'Enter دبانے سے {{name}} چنے جائیں گے',
    enterKey: 'Enter',
    removeUser: '{{name}} کو ہٹائیں',
    selected_one: 'چنے گئے: {{count}} رکن',
    selected_other: 'چنے گئے: {{count}} ارکان',
    inactive: 'غیر فعال',
    showMore: 'مزید ارکان دکھائیں',
    noUsersYet: 'ابھی کوئی رکن درج نہیں۔',
    firstUser: 'پہلا رکن درج کریں',
    noUsers: 'کوئی رکن نہیں ملا',
    loadingUsers: 'ارکان لوڈ ہو رہے ہیں...',
    usersFailed: 'ارکان لوڈ نہیں ہو سکے۔',
    cancel: 'منسوخ کریں',
    submit: 'جرمانہ درج کریں',
    saving: 'براہِ کرم انتظار کریں...',
    noUserSelected: 'کم از کم ایک رکن چنیں۔',
    typeMissing: 'جرمانے کی وجہ لکھیں۔',
    typeTooLong: 'جرمانے کی وجہ زیادہ سے زیادہ {{max}} حروف کی ہو سکتی ہے۔',
    amountMissing: 'رقم لکھیں۔',
    amountInvalid: 'رقم یوں لکھیں: 1,500 یا 1500.50، یعنی 0 سے 999,999,999.99 تک۔',
    dateInvalid: 'تاریخ یوں لکھیں: 20 نومبر 2026۔',
    tooManyUsers: 'ایک بار میں زیادہ سے زیادہ {{count}} ارکان پر جرمانہ ہو سکتا ہے۔',
    draftKept: 'یہ وہی ہے جو آپ نے پہلے لکھا تھا۔ اس میں سے کچھ محفوظ نہیں ہوا۔',
    startOver: 'نئے سرے سے لکھیں',
    nothingSaved: 'کچھ محفوظ نہیں ہوا۔',
    perhapsSaved:
      'سرور سے کوئی جواب نہیں آیا، اس لیے معلوم نہیں کہ یہ جرمانے محفوظ ہوئے یا نہیں۔ معلوم کرنے کے لیے «جرمانہ درج کریں» دوبارہ دبائیں: کوئی چیز دو بار درج نہیں ہوتی۔',
    perhapsSavedChanged:
      'جو آپ نے پہلے بھیجا تھا اس کا کوئی جواب نہیں آیا، اس لیے ہو سکتا ہے وہ محفوظ ہو چکا ہو۔ چونکہ آپ نے فارم بدل دیا ہے، یہ اس کے علاوہ درج ہو گا۔ پہلے فہرست دیکھ لیں۔',
  },

  charges: {
    title: 'جرمانوں کی تصدیق',
    changed: 'آپ کی تصدیق کے بعد کسی تبدیلی کی وجہ سے رقوم بدل گئیں۔ کچھ محفوظ نہیں ہوا۔ نئی فہرست دیکھ لیں۔',
    normal: 'عام رقم',
    doubled: 'دگنی رقم',
    repeated: 'اسی ہفتے وہی غلطی دوبارہ',
    earlier: 'اس ہفتے کے پہلے جرمانے',
    earlierFine: '{{userName}}: {{fineType}}، {{date}}، {{amount}}',
    nobodyDoubled: 'کسی پر دگنا جرمانہ نہیں۔',
    people_one: '{{count}} رکن',
    people_other: '{{count}} ارکان',
    grandTotal_one: '{{count}} رکن کی کل رقم',
    grandTotal_other: '{{count}} ارکان کی کل رقم',
    back: 'واپس',
    confirm: 'جرمانہ درج کریں',
  },
};
