// Urdu texts of what a member opens of an own fine.
import type { own as english } from '../en/own.ts';
import type { Translation } from '../translation.ts';

export const own: Translation<typeof english> = {
  fine: {
    title: 'آپ کا جرمانہ',
    failed: 'جرمانہ لوڈ نہیں ہو سکا۔',
    dueOn: 'آخری تاریخ',
    paid: 'ادائیگی',
    history: 'کیا ہوا',
    change: {
      added: 'جرمانہ ہوا: {{amount}}',
      corrected: 'درست کیا گیا: {{amount}}',
      reduced: 'کم ہو کر {{amount}} رہ گیا: اب دگنا نہیں',
      paid: 'ادا ہوا: {{amount}}',
      unpaid: 'اب ادا شدہ نہیں: {{amount}}',
      waived: 'معاف ہوا: {{amount}}',
      unwaived: 'معافی واپس لی گئی: {{amount}}',
    },
  },
};
