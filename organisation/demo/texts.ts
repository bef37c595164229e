// The texts of the demonstration's organisation: its card, fine types, events, notes and reasons.

export const ORGANISATION = {
  name: 'Baadban Logistics · Staff Welfare Fund',
  address: 'Plot 7, Chinar Road\nNoor Colony, Lahore',
  phone: '042 0000000',
  howToPayEn: 'Raast: 0300 0000000 (Staff Welfare Fund)\nCash: Imran, accounts office, until 4 pm',
  howToPayUr: 'راست: 0300 0000000 (اسٹاف ویلفیئر فنڈ)\nنقد: عمران، اکاؤنٹس آفس، شام 4 بجے تک',
  receiptFoot: 'Every rupee goes to the staff welfare fund. Thank you. · شکریہ، ہر روپیہ فلاحی فنڈ میں جاتا ہے۔',
};

/** The administrator's name. */
export const ADMINISTRATOR = 'Rukhsana Anwar';

export const GROUPS = [
  { name: 'Accounts', urduName: 'حسابات' },
  { name: 'Office', urduName: 'دفتر' },
  { name: 'Store', urduName: 'گودام' },
];

/** `weight`: how often, relative to others; without one, never chosen at random. */
export const FINE_TYPES = [
  { name: 'Late arrival', urduName: 'دیر سے آمد', amount: 100, weight: 0 },
  { name: 'Missed the morning meeting', urduName: 'صبح کے اجلاس سے غیر حاضری', amount: 50, weight: 0 },
  { name: 'Absent without notice', urduName: 'بغیر اطلاع غیر حاضری', amount: 500, weight: 3 },
  { name: 'Phone while driving', urduName: 'گاڑی چلاتے ہوئے فون', amount: 300, weight: 3 },
  { name: 'No safety shoes', urduName: 'حفاظتی جوتوں کے بغیر', amount: 150, weight: 5 },
  { name: 'Late report', urduName: 'رپورٹ میں تاخیر', amount: 200, weight: 4 },
  { name: 'Wrong parking', urduName: 'غلط پارکنگ', amount: 250, weight: 3 },
  { name: 'Cup left in the sink', urduName: 'سِنک میں چھوڑا ہوا کپ', amount: 20, weight: 3 },
  { name: 'Lights left on', urduName: 'بتیاں کھلی چھوڑنا', amount: 75.5, weight: 2 },
  { name: 'Lost access card', urduName: 'کارڈ گم کرنا', amount: 750, weight: 1 },
  { name: 'Smoking in the store', urduName: 'گودام میں سگریٹ نوشی', amount: 1000, weight: 1 },
  { name: 'Damage', urduName: 'نقصان', amount: null, weight: 1 },
] as const;
/** Used only in the first year. */
export const FORMER_TYPE = { name: 'Fax not collected', urduName: 'فیکس نہ اٹھانا', amount: 50 } as const;

export const NOTES = [
  'Agreed in the morning meeting.',
  'Told by phone; will pay with the salary.',
  'Second reminder given.',
  'Seen by the supervisor at gate 2.',
  'اطلاع دے دی گئی',
  'See the register, page 41.',
] as const;

/** Notes on payments. */
export const BROUGHT = ['Brought by the brother.', 'The rest next week.', 'باقی رقم اگلے ماہ'] as const;

export const WAIVED_BECAUSE = [
  'Was at the hospital with a child',
  'The company bus broke down',
  'First month, let go once',
  'سیلاب کی وجہ سے راستہ بند تھا',
  'Half let go: came before ten',
] as const;
export const MISTAKEN_BECAUSE = [
  'Was on approved leave',
  'Another person of the same name',
  'The clock at the gate was wrong',
] as const;
export const BOUNCED = 'The cheque was returned by the bank';
export const TAKEN_BACK_BECAUSE = ['Entered twice', 'Belongs to another member', 'The transfer never arrived'] as const;
export const RENAMED_NOTES = [
  'Half an hour late',
  'Ten minutes late, says the gate',
  'دفتر کے ریکارڈ کے مطابق',
] as const;

/** Days from today, title, description, location, amount in rupees, and how much of it in cash. */
export const EVENTS: readonly (readonly [number, string, string, string, number, number])[] = [
  [-620, 'Chai and samosa', 'A rainy afternoon, and what belongs to it.', 'Loading bay', 1850.5, 1850.5],
  [-560, 'Cricket match', 'Drivers against the office; the office lost.', 'Railway ground', 4200, 2500],
  [-500, 'عید ملن پارٹی', 'تمام ساتھیوں اور گھر والوں کے لیے', 'Canteen', 9500, 5000],
  [-430, 'Farewell dinner', 'For two colleagues who moved to the north.', 'Riverside', 7800, 0],
  [
    -385,
    'First-aid course',
    'A trainer for a day, with certificates for all who took part.',
    'Training room',
    11_000,
    0,
  ],
  [-340, 'Table tennis table', 'Found second hand, as good as new.', 'Common room', 18_000, 6000],
  [-290, 'New Year lunch', 'Everyone brings a dish, the fund brings the meat.', 'Canteen', 5400, 5400],
  [-240, 'Mango party', 'Twelve crates, nothing left.', 'Loading bay', 7250.75, 7000],
  [-195, 'Trip to the lake', 'A day out with families; the bus and the boats.', 'Khanpur', 26_000, 6000],
  [-150, 'Water cooler', 'For the loading bay, before the summer.', 'Loading bay', 21_400, 0],
  [-100, 'عید ملن پارٹی', 'تمام ساتھیوں اور گھر والوں کے لیے', 'Canteen', 15_500, 6500],
  [-55, 'Plants for the stairs', 'Twenty pots, and a watering list.', 'Stairs', 4800, 4800],
  [-12, 'Biryani after the audit', 'Not one rupee was missing.', 'Canteen', 6900, 4000],
  [0, 'Chai and samosa', 'At four, in the loading bay.', 'Loading bay', 2200, 0],
  [3, 'Cricket match', 'The return match.', 'Railway ground', 4500, 0],
  [17, 'Annual dinner', 'With families; the tables are booked.', 'Riverside', 28_000, 0],
  [60, 'Spring picnic', 'The place is still to be voted on.', 'Open', 9000, 0],
];

/** Why members say that a fine is not right. */
export const APPEALS = {
  en: 'I was on leave that day. My supervisor signed the form on Monday.',
  ur: 'میں اُس دن چھٹی پر تھا، درخواست پیر کو جمع کرا دی تھی۔',
} as const;
export const REFUSED_BECAUSE = {
  claim: 'Nothing has come to the account yet. Please ask your bank, and send the reference again.',
  appeal: 'The register of the gate has you at 9:40. Please talk to me if that is wrong.',
} as const;
