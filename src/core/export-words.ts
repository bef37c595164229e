/** The words of exported files: the heads of their columns, and what fixed values are called. */
import type { Language } from './languages.ts';
import { UNKNOWN_USER } from './person-name.ts';

type Words = Record<Language, string>;

const HEADS = {
  access: { en: 'Access', ur: 'رسائی' },
  amount: { en: 'Amount', ur: 'رقم' },
  balance: { en: 'Balance', ur: 'بقایا' },
  collected: { en: 'Collected', ur: 'وصول شدہ' },
  counted: { en: 'Counted', ur: 'گنی ہوئی رقم' },
  credit: { en: 'Credit', ur: 'جمع رقم' },
  day: { en: 'Date', ur: 'تاریخ' },
  description: { en: 'Description', ur: 'تفصیل' },
  difference: { en: 'Difference', ur: 'فرق' },
  email: { en: 'Email', ur: 'ای میل' },
  enteredOn: { en: 'Entered on', ur: 'درج کرنے کی تاریخ' },
  fineCount: { en: 'Fines', ur: 'جرمانوں کی تعداد' },
  fineDay: { en: 'Date of fine', ur: 'جرمانے کی تاریخ' },
  fineType: { en: 'Fine type', ur: 'جرمانے کی وجہ' },
  givenBack: { en: 'Given back', ur: 'واپس دیا' },
  givenBy: { en: 'Given by', ur: 'واپس دینے والا' },
  holder: { en: 'From', ur: 'کس نے دیا' },
  id: { en: 'ID', ur: 'آئی ڈی' },
  lastFine: { en: 'Newest fine', ur: 'تازہ ترین جرمانہ' },
  lastSignIn: { en: 'Last sign-in', ur: 'آخری سائن ان' },
  left: { en: 'Left to pay', ur: 'باقی' },
  location: { en: 'Location', ur: 'جگہ' },
  member: { en: 'Member', ur: 'رکن' },
  memberId: { en: 'Member ID', ur: 'رکن کی آئی ڈی' },
  method: { en: 'Method', ur: 'طریقہ' },
  mistake: { en: 'Mistake', ur: 'غلطی سے لگا' },
  note: { en: 'Note', ur: 'نوٹ' },
  number: { en: 'Number', ur: 'نمبر' },
  paid: { en: 'Paid', ur: 'ادا شدہ' },
  paidCount: { en: 'Paid fines', ur: 'ادا شدہ جرمانوں کی تعداد' },
  paidOn: { en: 'Paid on', ur: 'ادائیگی کی تاریخ' },
  paidOut: { en: 'Paid out', ur: 'خرچ کیا' },
  pending: { en: 'Pending', ur: 'بقایا' },
  phone: { en: 'Phone', ur: 'فون' },
  reason: { en: 'Reason', ur: 'وجہ' },
  receipt: { en: 'Receipt', ur: 'رسید' },
  received: { en: 'Received', ur: 'وصول شدہ' },
  receivedBy: { en: 'Received by', ur: 'وصول کنندہ' },
  reference: { en: 'Reference', ur: 'حوالہ' },
  role: { en: 'Role', ur: 'عہدہ' },
  shouldBe: { en: 'Should be', ur: 'اتنا ہونا چاہیے' },
  signIn: { en: 'Sign-in', ur: 'سائن ان' },
  status: { en: 'Status', ur: 'حالت' },
  takenBack: { en: 'Taken back', ur: 'واپس لیا گیا' },
  takenBackReason: { en: 'Why taken back', ur: 'واپس لینے کی وجہ' },
  takenBy: { en: 'To', ur: 'کس کو دیا' },
  takenOver: { en: 'Taken over', ur: 'دوسروں سے لیا' },
  title: { en: 'Title', ur: 'عنوان' },
  total: { en: 'Total', ur: 'کل' },
  unpaidSince: { en: 'Unpaid since', ur: 'کب سے بقایا' },
  voucher: { en: 'Voucher', ur: 'واؤچر' },
  waived: { en: 'Waived', ur: 'معاف' },
  waivedBy: { en: 'Waived by', ur: 'معاف کرنے والا' },
  what: { en: 'What', ur: 'تفصیل' },
} as const satisfies Record<string, Words>;
export type Head = keyof typeof HEADS;

const VALUES = {
  // statuses of fines, users and events
  Pending: { en: 'Pending', ur: 'بقایا' },
  Paid: { en: 'Paid', ur: 'ادا شدہ' },
  Active: { en: 'Active', ur: 'فعال' },
  Inactive: { en: 'Inactive', ur: 'غیر فعال' },
  Completed: { en: 'Completed', ur: 'ہو چکی' },
  Today: { en: 'Today', ur: 'آج' },
  Soon: { en: 'Soon', ur: 'جلد' },
  Upcoming: { en: 'Upcoming', ur: 'آئندہ' },
  // access
  member: { en: 'Member', ur: 'رکن' },
  viewer: { en: 'Viewer', ur: 'ناظر' },
  collector: { en: 'Collector', ur: 'وصول کنندہ' },
  manager: { en: 'Manager', ur: 'مینیجر' },
  // ways to sign in
  none: { en: 'No sign-in yet', ur: 'ابھی سائن ان نہیں' },
  invited: { en: 'Invited', ur: 'لنک دیا گیا' },
  active: { en: 'Can sign in', ur: 'سائن ان کر سکتے ہیں' },
  // methods
  Cash: { en: 'Cash', ur: 'نقد' },
  'Bank Transfer': { en: 'Bank Transfer', ur: 'بینک ٹرانسفر' },
  Raast: { en: 'Raast', ur: 'راست' },
  Easypaisa: { en: 'Easypaisa', ur: 'ایزی پیسہ' },
  JazzCash: { en: 'JazzCash', ur: 'جاز کیش' },
  Cheque: { en: 'Cheque', ur: 'چیک' },
  'Salary Deduction': { en: 'Salary Deduction', ur: 'تنخواہ سے کٹوتی' },
  Other: { en: 'Other', ur: 'دیگر' },
  'Not recorded': { en: 'Not recorded', ur: 'درج نہیں' },
  // lines of a statement
  opening: { en: 'Opening balance', ur: 'ابتدائی بقایا' },
  closing: { en: 'Closing balance', ur: 'آخری بقایا' },
  fine: { en: 'Fine', ur: 'جرمانہ' },
  deletion: { en: 'Deleted', ur: 'حذف' },
  reduction: { en: 'Reduced', ur: 'کم کیا گیا' },
  correction: { en: 'Corrected', ur: 'درست کیا گیا' },
  waiver: { en: 'Waived', ur: 'معاف' },
  'waiver-reversal': { en: 'Waiver taken back', ur: 'معافی واپس' },
  release: { en: 'Became credit', ur: 'جمع رقم بنی' },
  payment: { en: 'Payment', ur: 'ادائیگی' },
  'payment-reversal': { en: 'Payment taken back', ur: 'ادائیگی واپس لی گئی' },
  refund: { en: 'Given back', ur: 'واپس دیا گیا' },
  'refund-reversal': { en: 'Given back, taken back', ur: 'واپسی منسوخ' },
  // others
  yes: { en: 'Yes', ur: 'جی ہاں' },
  [UNKNOWN_USER]: { en: UNKNOWN_USER, ur: 'نامعلوم رکن' },
} as const satisfies Record<string, Words>;
export type ExportValue = keyof typeof VALUES;

export const headIn = (language: Language, head: Head): string => HEADS[head][language];

export const valueIn = (language: Language, value: ExportValue): string => VALUES[value][language];
