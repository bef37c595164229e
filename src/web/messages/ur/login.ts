// Urdu texts of the login screen.
import type { login as english } from '../en/login.ts';
import type { Translation } from '../translation.ts';

export const login: Translation<typeof english> = {
  title: 'خوش آمدید',
  subtitle: 'جرمانوں کا انتظام: سائن ان',
  email: 'ای میل',
  password: 'پاس ورڈ',
  submit: 'سائن ان کریں',
  or: 'یا',
  withProvider: '{{provider}} سے سائن ان کریں',
  providerCancelled: '{{provider}} پر سائن ان منسوخ کر دیا گیا۔',
  providerExpired: 'اس سائن ان میں بہت دیر ہو گئی یا یہ پہلے استعمال ہو چکا تھا۔ دوبارہ کوشش کریں۔',
  providerUnverified: '{{provider}} نے آپ کے ای میل پتے کی تصدیق نہیں کی، اس لیے اس سے یہاں سائن ان نہیں ہو سکتا۔',
  providerUnknown: 'جس ای میل پتے سے {{provider}} آپ کو جانتا ہے وہ یہاں کسی فعال رکن کا نہیں۔ منتظم سے پوچھیں۔',
  providerFailed: '{{provider}} پر سائن ان نہیں ہو سکا۔ کچھ دیر بعد دوبارہ کوشش کریں۔',
  failed: 'ای میل یا پاس ورڈ درست نہیں',
  failedHelp: 'اپنے منتظم سے نیا سائن ان لنک مانگیں۔',
  tooMany: 'سائن ان کی بہت زیادہ کوششیں ہو چکی ہیں۔ کچھ دیر انتظار کر کے دوبارہ کوشش کریں۔',
  tooManyMinutes_one: 'سائن ان کی بہت زیادہ کوششیں ہو چکی ہیں۔ {{count}} منٹ بعد دوبارہ کوشش کریں۔',
  tooManyMinutes_other: 'سائن ان کی بہت زیادہ کوششیں ہو چکی ہیں۔ {{count}} منٹ بعد دوبارہ کوشش کریں۔',
  tooManySeconds_one: 'سائن ان کی بہت زیادہ کوششیں ہو چکی ہیں۔ {{count}} سیکنڈ بعد دوبارہ کوشش کریں۔',
  tooManySeconds_other: 'سائن ان کی بہت زیادہ کوششیں ہو چکی ہیں۔ {{count}} سیکنڈ بعد دوبارہ کوشش کریں۔',
  invitation: {
    title: 'اپنا پاس ورڈ چنیں',
    subtitle: 'خوش آمدید، {{name}}!',
    emailHint: 'آئندہ آپ اسی ای میل سے سائن ان کریں گے۔',
    password: 'نیا پاس ورڈ',
    passwordHint_one: 'کم از کم {{count}} حرف۔',
    passwordHint_other: 'کم از کم {{count}} حروف۔',
    submit: 'محفوظ کر کے سائن ان کریں',
    toSignIn: 'سائن ان پر جائیں',
  },
  refused: {
    'link-used': {
      title: 'یہ لنک استعمال ہو چکا ہے',
      text: 'ہر سائن ان لنک ایک ہی بار کام کرتا ہے۔ اپنی ای میل اور اپنے چنے ہوئے پاس ورڈ سے سائن ان کریں۔ پاس ورڈ بھول گئے ہوں تو منتظم سے نیا لنک لیں۔',
    },
    'link-expired': {
      title: 'اس لنک کی مدت ختم ہو گئی',
      text: 'براہِ کرم منتظم سے نیا لنک لیں۔',
    },
    'link-voided': {
      title: 'یہ لنک اب کام نہیں کرتا',
      text: 'اس کے بعد نیا لنک بنا دیا گیا، یا یہ واپس لے لیا گیا۔ آپ کو جو لنک سب سے آخر میں ملا ہے وہ کھولیں، یا منتظم سے نیا لنک لیں۔',
    },
    'link-unknown': {
      title: 'یہ لنک درست نہیں',
      text: 'شاید اس کا کچھ حصہ رہ گیا۔ اسے پیغام سے دوبارہ کھولیں یا پورا کاپی کریں۔',
    },
  },
  noConnection: 'سرور سے رابطہ نہیں ہو رہا۔ اپنا کنکشن دیکھ کر دوبارہ کوشش کریں۔',
};
