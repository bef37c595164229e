// What the rules are called in Urdu; the server has their English names.
import type { RULES } from '../../../core/fines/rules.ts';

export const rules: Record<(typeof RULES)[number]['id'], string> = {
  '1': 'ایک ہی ہفتے میں وہی غلطی دوبارہ ہو تو جرمانہ دگنا کریں',
  'members-see-everyone': 'ارکان سب کے جرمانے دیکھ سکتے ہیں',
  'money-needs-passkey': 'جو رقم سنبھالے اس کے لیے پاس کی ضروری ہے',
  'only-listed-fine-types': 'صرف فہرست میں درج جرمانے کی وجوہات',
  'members-claim': 'ارکان بتا سکتے ہیں کہ انہوں نے ادائیگی کر دی',
  'members-appeal': 'ارکان جرمانے کے خلاف اپیل کر سکتے ہیں',
  'tell-members': 'ارکان کو فوراً بتایا جائے',
};
