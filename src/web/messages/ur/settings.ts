// Urdu texts of the App Settings screen.
import type { settings as english } from '../en/settings.ts';
import type { Translation } from '../translation.ts';

export const settings: Translation<typeof english> = {
  title: 'ایپ کی ترتیبات',
  subtitle: 'وہ اصول جو پورے ادارے پر لاگو ہیں۔ تبدیلی فوراً محفوظ ہو جاتی ہے۔',
  card: 'ایپ کے اصول',
  enabled: 'آن',
  disabled: 'آف',
  savedTitle: 'تبدیل ہو گیا',
  saved: 'ترتیب محفوظ ہو گئی',
  failedTitle: 'خرابی',
  failed: 'تبدیلی نہیں ہو سکی',
  openToMembers: {
    title: 'سب کے جرمانے ارکان کو دکھائیں؟',
    seen: 'سائن ان کرنے والا ہر رکن سب کا نام اور آئی ڈی، ان کے ذمے رقم، اور ان کے تمام جرمانے دیکھے گا: کس وجہ سے، کتنی رقم کے، کب، اور ادا ہوئے یا نہیں۔',
    hidden: 'ای میل پتے، فون نمبر اور عہدے چھپے رہیں گے۔ ارکان کچھ نہیں بدل سکتے۔',
    confirm: 'ارکان کو دکھائیں',
  },
  organisation: {
    title: 'ادارہ',
    hint: 'یہ رسیدوں کے لیے ہے۔ جو خالی چھوڑا جائے وہ رسید پر نہیں آئے گا۔',
    name: 'ادارے کا نام',
    address: 'پتہ',
    phone: 'فون نمبر',
    receiptFoot: 'رسید کے نیچے کی سطر',
    logo: {
      label: 'لوگو',
      hint: 'PNG یا JPEG تصویر، زیادہ سے زیادہ 200 کلو بائٹ۔',
      picture: 'ادارے کا لوگو',
      choose: 'لوگو منتخب کریں',
      replace: 'تبدیل کریں',
      remove: 'ہٹائیں',
      broken: 'یہ تصویر نہیں کھل سکی۔ کوئی اور تصویر منتخب کریں۔',
    },
    methods: 'ادائیگی کے پیش کردہ طریقے',
    methodsHint: 'جو درج ہو چکا اس کا طریقہ وہی رہتا ہے۔ نقد ہمیشہ پیش ہوتا ہے۔',
    save: 'محفوظ کریں',
    saved: 'ادارے کی معلومات محفوظ ہو گئیں',
    failed: 'ادارے کی معلومات محفوظ نہیں ہو سکیں۔ {{reason}}',
    reload: 'ادارے کی معلومات دوبارہ لوڈ کریں',
  },
  none: 'کوئی اصول موجود نہیں۔',
  reload: 'اصول دوبارہ لوڈ کریں',
};
