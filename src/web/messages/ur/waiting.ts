// Urdu texts of the list of fines that wait on the device.
import type { waiting as english } from '../en/waiting.ts';
import type { Translation } from '../translation.ts';

export const waiting: Translation<typeof english> = {
  title: 'بھیجے جانے کے منتظر',
  intro: 'یہ جرمانے صرف اس آلے پر ہیں۔ رابطہ ہوتے ہی اسی ترتیب سے بھیجے جائیں گے۔',
  nothing: 'اب کچھ منتظر نہیں ہے۔',
  entered: '{{when}} پر درج ہوا',
  waits: 'بھیجے جانے کا منتظر',
  tried: 'بھیجا گیا مگر جواب نہیں آیا، دوبارہ بھیجا جائے گا: محفوظ ایک ہی بار ہوتا ہے۔',
  refused: 'محفوظ نہیں ہوا: {{reason}}',
  gone_one: 'اس دوران {{names}} حذف ہو گیا۔',
  gone_other: 'اس دوران {{names}} حذف ہو گئے۔',
  forOthers: 'باقی سب کے لیے بھیجیں',
  doubles: 'اسی ہفتے میں دوبارہ غلطی پر دگنا جرمانہ ہوتا ہے:',
  changed: 'اس دوران رقوم بدل گئی ہیں:',
  charge: '{{userName}}: {{amount}}',
  doubledCharge: '{{userName}}: {{amount}}، {{day}} کے «{{fineType}}» کے بعد دگنا',
  total: 'کل:',
  forgotten:
    'یہ کئی دن پہلے بھیجا گیا تھا مگر جواب نہیں آیا، اس لیے ہو سکتا ہے محفوظ ہو چکا ہو۔ جرمانوں کی فہرست دیکھیں: وہاں موجود ہو تو اسے واپس لے لیں۔',
  perhaps: 'پہلی کوشش کا جواب نہیں آیا تھا، اس لیے ہو سکتا ہے محفوظ ہو چکا ہو: جرمانوں کی فہرست دیکھ لیں۔',
  again: 'دوبارہ بھیجیں',
  confirm: 'تصدیق کر کے بھیجیں',
  confirmOf: 'تصدیق کر کے بھیجیں: {{names}}',
  withdraw: 'واپس لیں',
  withdrawOf: 'واپس لیں: {{names}}',
  withdrawTitle: 'یہ جرمانہ واپس لیں؟',
  withdrawText: 'یہ محفوظ نہیں ہوا، اور بھیجا نہیں جائے گا۔',
  withdrawTried:
    'یہ بھیجا گیا تھا مگر جواب نہیں آیا، اس لیے ہو سکتا ہے محفوظ ہو چکا ہو۔ دوبارہ نہیں بھیجا جائے گا؛ جرمانوں کی فہرست دیکھ لیں۔',
  withdrawn: 'واپس لے لیا گیا۔',
  notKept: 'اس آلے کی میموری نے انکار کیا، اس لیے کچھ نہیں بدلا۔',
  notWaiting: 'یہ اب منتظر نہیں: اسے بھیجا جا چکا ہے یا دوسرے ٹیب میں واپس لیا جا چکا ہے۔',
};
