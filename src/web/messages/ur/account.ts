// Urdu texts of the account: the administrator's profile and the member's dialog.
import type { account as english } from '../en/account.ts';
import type { Translation } from '../translation.ts';

export const account: Translation<typeof english> = {
  title: 'پروفائل',
  subtitle: 'اس سرور پر آپ کا اپنا اکاؤنٹ۔',
  dialogTitle: 'اکاؤنٹ',
  person: { title: 'اس نام سے سائن ان ہیں' },
  language: { title: 'زبان', hint: 'آپ کے اکاؤنٹ کے ساتھ محفوظ رہتی ہے۔' },
  appearance: { title: 'ظاہری شکل', hint: 'اس براؤزر میں محفوظ رہتی ہے۔' },
  password: {
    title: 'پاس ورڈ بدلیں',
    current: 'موجودہ پاس ورڈ',
    new: 'نیا پاس ورڈ',
    hint_one: 'کم از کم {{count}} حرف۔',
    hint_other: 'کم از کم {{count}} حروف۔',
    submit: 'پاس ورڈ بدلیں',
    wrong: 'یہ آپ کا موجودہ پاس ورڈ نہیں۔',
    required: 'موجودہ پاس ورڈ ضروری ہے۔',
    others: 'یہاں آپ سائن ان رہیں گے۔ آپ کے باقی تمام سیشن ختم ہو جائیں گے۔',
    done: 'پاس ورڈ بدل گیا۔ کوئی اور سیشن کھلا نہیں تھا۔',
    doneEnded_one: 'پاس ورڈ بدل گیا۔ {{count}} اور سیشن ختم کر دیا گیا۔',
    doneEnded_other: 'پاس ورڈ بدل گیا۔ {{count}} اور سیشن ختم کر دیے گئے۔',
    unknown:
      'کوئی جواب نہیں آیا، اس لیے معلوم نہیں کہ پاس ورڈ بدلا یا نہیں۔ دوبارہ کوشش کریں؛ اگر موجودہ پاس ورڈ قبول نہ ہو تو نیا لاگو ہو چکا ہے۔',
  },
  sessions: {
    title: 'کھلے سیشن',
    list: 'آپ کے کھلے سیشن',
    hint: 'جہاں جہاں آپ سائن ان ہیں۔ جسے آپ نہ پہچانیں اسے ختم کریں اور اپنا پاس ورڈ بدلیں۔',
    deviceOn: '{{system}} پر {{browser}}',
    unknownDevice: 'نامعلوم آلہ',
    current: 'یہ آلہ',
    since: '{{when}} کو سائن ان کیا',
    lastOpened: 'آخری بار {{day}} کو کھولا',
    end: 'ختم کریں',
    endNamed: '{{device}} کا سیشن ختم کریں، جس میں {{when}} کو سائن ان ہوا',
    ended: 'سیشن ختم ہو گیا',
    endFailed: 'سیشن ختم نہیں ہو سکا: {{reason}}',
    failed: 'آپ کے سیشن لوڈ نہیں ہو سکے۔',
  },
  everywhere: {
    action: 'ہر جگہ سے سائن آؤٹ کریں',
    title: 'ہر جگہ سے سائن آؤٹ کریں؟',
    text: 'آپ کے تمام سیشن ایک ساتھ ختم ہو جائیں گے، یہ بھی۔ پھر آپ اپنے پاس ورڈ سے دوبارہ سائن ان کریں گے۔',
    failed: 'سائن آؤٹ نہیں ہو سکا: {{reason}}',
  },
};
