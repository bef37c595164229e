// Urdu texts of the Payments screen and of receipts.
import type { payments as english } from '../en/payments.ts';
import type { Translation } from '../translation.ts';

export const payments: Translation<typeof english> = {
  receipt: {
    title: 'رسید {{number}}',
    toPayments: 'ادائیگیاں',
    print: 'پرنٹ کریں',
    share: 'واٹس ایپ پر بھیجیں',
    message:
      'رسید {{number}}\n{{name}} سے {{day}} کو {{amount}} وصول ہوئے ({{method}})۔\nاس ادائیگی کے بعد بقایا: {{owed}}۔',
    messageOf:
      '{{organisation}}\nرسید {{number}}\n{{name}} سے {{day}} کو {{amount}} وصول ہوئے ({{method}})۔\nاس ادائیگی کے بعد بقایا: {{owed}}۔',
    unknown: 'رسید {{number}} موجود نہیں۔',
    unknownHint: 'نمبر دوبارہ دیکھ لیں: وہ یوں ہوتا ہے: R-2026-000123۔',
    failed: 'رسید لوڈ نہیں ہو سکی۔',
    logo: 'لوگو',
    from: 'کس سے وصول ہوئی',
    memberId: 'آئی ڈی {{id}}',
    amount: 'رقم',
    inWords: 'الفاظ میں',
    day: 'وصولی کی تاریخ',
    method: 'طریقہ',
    reference: 'حوالہ',
    receivedBy: 'وصول کنندہ',
    note: 'نوٹ',
    fines: 'کس جرمانے کے لیے',
    fine: 'جرمانے کی وجہ',
    date: 'تاریخ',
    paid: 'ادا ہوئے',
    toCredit: 'جمع رقم میں',
    total: 'کل',
    owed: 'اس ادائیگی کے بعد بقایا',
    takenBack: 'بعد میں واپس لی گئی رقم',
    reversal: '{{amount}}، {{day}} کو، {{who}} نے واپس لی',
  },
};
