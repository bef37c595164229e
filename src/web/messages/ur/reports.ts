// Urdu texts of the Reports screen.
import type { reports as english } from '../en/reports.ts';
import type { Translation } from '../translation.ts';

export const reports: Translation<typeof english> = {
  title: 'رپورٹیں',
  print: 'پرنٹ',
  failed: 'رپورٹ لوڈ نہیں ہو سکی۔',
  days: '{{from}} سے {{to}} تک',

  period: {
    label: 'رپورٹ کے دن',
    from: 'شروع',
    to: 'آخر',
    backwards: 'یہ دن پہلے دن سے بھی پہلے کا ہے۔',
    thisMonth: 'یہ مہینہ',
    lastMonth: 'پچھلا مہینہ',
    thisYear: 'یہ سال',
    lastYear: 'پچھلا سال',
    lastTwelveMonths: 'پچھلے 12 مہینے',
  },

  cards: {
    label: 'رپورٹ چار رقموں میں',
    chargedNote: 'ان دنوں کے جرمانے',
    collectedNote: 'واپس لی اور دی گئی رقم نکال کر',
    waivedNote: 'ان دنوں میں، کسی بھی جرمانے سے',
    outstanding: 'بقایا',
    outstandingNote: 'آج، تمام جرمانوں کا',
  },

  figures: {
    charged: 'عائد شدہ',
    collected: 'وصول شدہ',
    waived: 'معاف',
    paid: 'ادا شدہ',
    outstanding: 'بقایا',
    received: 'کل وصولی',
    reversed: 'واپس لیا',
    givenBack: 'واپس دیا',
    fines: 'جرمانے',
    payments: 'ادائیگیاں',
    total: 'کل',
  },

  save: 'سی ایس وی محفوظ کریں: {{table}}',
  inRupees: 'رقم روپوں میں',
  empty: 'ان دنوں میں نہ کچھ عائد ہوا، نہ وصول، نہ معاف۔',
  chart: 'چارٹ: {{what}}۔ تیر کے بٹنوں سے آگے پیچھے جائیں۔',
  point: '{{where}}: {{figures}}',
  figure: '{{name}} {{amount}}',

  months: {
    title: 'مہینہ وار',
    hint: 'عائد شدہ رقم جرمانے کے دن میں گنی جاتی ہے، وصول اور معاف شدہ اپنے اپنے دن میں؛ واپس لی یا دی گئی رقم اپنے ہی دن سے نکالی جاتی ہے۔',
    month: 'مہینہ',
    payments: '{{month}} کی ادائیگیاں',
    waivers: '{{month}} میں کیا معاف ہوا',
  },
  types: {
    title: 'جرمانے کی وجہ کے لحاظ سے',
    hint: 'ان دنوں کے جرمانے، اور آج تک ان کا کیا ہوا۔',
    type: 'جرمانے کی وجہ',
    none: 'کوئی وجہ نہیں',
    others_one: '{{count, number}} اور وجہ',
    others_other: '{{count, number}} اور وجوہات',
  },
  methods: {
    title: 'طریقے کے لحاظ سے',
    hint: 'صرف رقم: جس جمع رقم سے جرمانہ ادا ہوا وہ پہلے وصول ہو چکی تھی۔',
    method: 'طریقہ',
    payments: 'ادائیگیاں: {{method}}',
  },
  collectors: {
    title: 'وصول کنندہ کے لحاظ سے',
    hint: 'کس نے وصول کیا، اور کس نے جمع رقم واپس دی۔',
    person: 'وصول کنندہ',
    nobody: 'درج نہیں',
    payments: '{{person}} کی وصول کی ہوئی ادائیگیاں',
  },
  ageing: {
    title: 'کب سے بقایا ہے',
    hint: 'آج، {{today}}، جو بقایا ہے، جرمانے کے دن سے گن کر۔ اوپر کے دنوں کا یہاں اثر نہیں۔',
    age: 'جرمانے کو گزرے دن',
    band: {
      '0-30': '30 دن تک',
      '31-60': '31 سے 60 دن',
      '61-90': '61 سے 90 دن',
      'over-90': '90 دن سے زیادہ',
    },
    members: 'ارکان',
    membersOf: 'ارکان: {{band}}',
    hide: 'چھپائیں',
    hideOf: 'چھپائیں: {{band}}',
    pages: 'ارکان کے صفحے',
    failed: 'ارکان لوڈ نہیں ہو سکے۔',
    none: 'اتنے عرصے سے کسی کا کچھ بقایا نہیں۔',
    count_one: '{{count, number}} رکن',
    count_other: '{{count, number}} ارکان',
    member: 'رکن',
    oldest: 'کب سے',
  },
};
