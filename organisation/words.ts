// Names of the made-up people, fines and events. Names are combined at random; no real person is meant.

type Words = readonly [string, ...string[]];

const list = (text: string): Words => text.split(/\s*,\s*/) as unknown as Words;

export const FIRST_NAMES = list(
  `
Ahmed, Ali, Bilal, Danish, Ehsan, Faisal, Farhan, Ghulam, Hamza, Haris, Hassan, Ibrahim, Imran, Irfan, Jawad, Junaid,
Kamran, Khalid, Mansoor, Mubashir, Nadeem, Naveed, Omar, Owais, Qasim, Rashid, Rizwan, Saad, Salman, Shahid, Sohail,
Tahir, Tariq, Usman, Waqas, Yasir, Zahid, Zeeshan, Aisha, Amna, Asma, Bushra, Farah, Fatima, Hina, Iqra, Javeria, Kiran,
Maryam, Mehwish, Nadia, Noor, Rabia, Sadia, Saima, Samina, Sana, Shazia, Sidra, Sumaira, Tehmina, Uzma, Zainab, Zara`.trim(),
);

export const LAST_NAMES = list(
  `
Abbasi, Afridi, Ahmad, Akhtar, Ansari, Aslam, Awan, Baig, Baloch, Bhatti, Bukhari, Butt, Chaudhry, Cheema, Dar, Durrani,
Farooqi, Ghani, Gill, Haider, Hashmi, Hussain, Iqbal, Jamil, Janjua, Javed, Kazmi, Khan, Khattak, Khokhar, Lodhi, Malik,
Mehmood, Memon, Mirza, Mughal, Nawaz, Niazi, Paracha, Qureshi, Rafiq, Rana, Raza, Rehman, Saeed, Shah, Shaikh, Siddiqui,
Soomro, Tanveer, Usmani, Warraich, Yousaf, Zaidi`.trim(),
);

export const URDU_FIRST_NAMES = list(
  `
احمد, علی, بلال, دانش, فیصل, فرحان, حمزہ, حسن, ابراہیم, عمران, جاوید, کامران, خالد, منصور, ندیم, نوید, عمر, قاسم, راشد,
رضوان, سعد, سلمان, شاہد, سہیل, طاہر, طارق, عثمان, وقاص, یاسر, زاہد, عائشہ, آمنہ, عاصمہ, بشریٰ, فرح, فاطمہ, حنا, اقرا,
کرن, مریم, نادیہ, نور, رابعہ, سعدیہ, صائمہ, ثمینہ, ثنا, شازیہ, سدرہ, عظمیٰ, زینب, زارا`.trim(),
);

export const URDU_LAST_NAMES = list(
  `
عباسی, آفریدی, اختر, انصاری, اسلم, اعوان, بیگ, بلوچ, بھٹی, بخاری, بٹ, چوہدری, چیمہ, ڈار, درانی, فاروقی, غنی, گل, حیدر,
ہاشمی, حسین, اقبال, جنجوعہ, کاظمی, خان, خٹک, کھوکھر, لودھی, ملک, محمود, میمن, مرزا, مغل, نواز, نیازی, پراچہ, قریشی, رانا,
رضا, رحمان, سعید, شاہ, شیخ, صدیقی, سومرو, یوسف, زیدی`.trim(),
);

export const ROLES = list(
  'Clerk, Accountant, Teacher, Driver, Engineer, Supervisor, Technician, Security Guard, Cashier, Librarian, Nurse, ' +
    'Officer, Manager, Assistant, Intern, استاد, محافظ, Cook, Gardener, Receptionist',
);

/** Groups, the largest first, with their Urdu names. */
export const GROUPS: readonly (readonly [string, string])[] = [
  ['Production', 'پیداوار'],
  ['Transport', 'نقل و حمل'],
  ['Store', 'گودام'],
  ['Sales', 'فروخت'],
  ['Workshop', 'ورکشاپ'],
  ['Security', 'حفاظت'],
  ['Office', 'دفتر'],
  ['Accounts', 'حسابات'],
  ['Canteen', 'کینٹین'],
  ['Library', ''],
];

/** Fine types with the usual amount in rupees. */
export const FINE_TYPES: readonly [readonly [string, number], ...(readonly [string, number])[]] = [
  ['Late arrival', 100],
  ['Absent without notice', 500],
  ['Phone in a meeting', 200],
  ['Uniform', 150],
  ['Left early', 100],
  ['Missed deadline', 300],
  ['Littering', 50],
  ['Parking', 250],
  ['Noise', 100],
  ['Lost key', 400],
  ['Lost identity card', 350],
  ['Smoking', 1000],
  ['Late report', 200],
  ['Late return of a book', 20],
  ['Unwashed cup', 10],
  ['Lights left on', 50],
  ['دیر سے آمد', 100],
  ['غیر حاضری', 500],
  ['Dress code', 150],
  ['Overlong break', 75.5],
];

/** Added to some fine types, as organisations do. */
export const PLACES: Words = ['Main office', 'Workshop', 'Canteen', 'Gate 2', 'Library', 'Store', 'Block B', 'Lab'];

export const REMARKS = list(
  'second reminder given, told by phone, agreed with the person, from the weekly meeting, see the register, ' +
    'reported by the supervisor, to be paid with the salary, اطلاع دے دی گئی',
);

export const EVENT_TITLES = list(
  'Annual dinner, Cricket match, Iftar, Farewell party, Independence Day, Sports day, Picnic, Prize distribution, ' +
    'Tree plantation, Blood donation camp, Eid milan, Tea for everyone, Quiz night, یومِ آزادی',
);

export const EVENT_PLACES = list('Main hall, Lawn, Canteen, City park, Cricket ground, Auditorium, Library');
