/** Values that people, scripts and scanners put into the members of a payment. */

/** Odd, and by the rule of the contract all the same order ids. */
export const ACCEPTED_ORDER_IDS: readonly string[] = [
  ['ord-1', '0', '-', '_', '...', 'a.b', '.a', 'A', 'null', 'undefined', 'NaN', 'true', '__proto__', 'constructor', 'toString'],
  ['CON', 'hasOwnProperty', '1e3', '007', '-1', 'a'.repeat(64)],
].flat();

export const REFUSED_ORDER_IDS: readonly string[] = [
  ['', ' ', '.', '..', 'ord 1', ' ord-1', 'ord-1 ', 'ord-1\n', '\tord-1', 'ord-1\u0000', 'ord-é', 'ord-e\u0301', 'ord-💳', 'оrd-1'],
  ['a'.repeat(65), 'a'.repeat(128), 'a'.repeat(10_000), 'jane.doe@example.com', 'ord/1', 'ord\\1', 'ord%2F1', 'ord?x=1', 'ord#1'],
  ['ord:1', 'ord+1', 'ord*', '*', '%', '%00', '~', '../ord-1', "ord'1", 'ord"1', '<b>', '{{1}}', '$\x7b1}', '$(id)', '`id`', 'a|b'],
  ['a;b', '\u202eord', '\u200bord', '\ufefford-1', 'ｏｒｄ', '٤٢', 'ﬁ', 'I\u0307', '\ud800', '\uffff', 'ord-1,ord-2', '["ord-1"]'],
].flat();

/** Currencies that are none, or none accepted. */
export const REFUSED_CURRENCIES: readonly unknown[] = [
  ['eur', 'Eur', ' EUR', 'EUR ', 'EUR\n', 'EUR\u0000', 'EURO', 'EU', 'E', '', 'XXX', 'XTS', 'XAU', 'USDT', 'BTC', 'US$', '$', '€'],
  ['978', 'ISK', 'UGX', 'HUF', 'TWD', 'AAA', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'size', 'get', 'has'],
  ['ſek', 'ｊｐｙ', 'JPＹ', 'ЕUR', 'E\u0301UR', 'EUR,USD', 'null', 'undefined', 'EUR\u200b', 'EUR'.repeat(1000)],
  [null, true, 978, 0, [], ['EUR'], {}, { code: 'EUR' }],
].flat();

/** Payment methods that are no token, or no token of a payment method. */
export const REFUSED_METHODS: readonly unknown[] = [
  ['', ' ', 'pm_', 'pm', 'card', 'tok_visa', 'PM_CARD', 'Pm_card', ' pm_card', 'pm_card ', 'pm_card\n', 'pm-card', 'pm_card-visa'],
  ['pm_card.visa', 'pm_card/visa', 'pm_é', 'pm_💳', 'pm_\u0000', 'pm_ ', `pm_${'a'.repeat(251)}`, `pm_${'a'.repeat(9000)}`],
  ['src_1', 'pi_1', '__proto__', 'constructor', 'null', 'pm_<b>', "pm_'", 'pm_"', 'pm_%s', 'pm_$\x7b1}', 'pm_..', 'xpm_card'],
  ['pm_card_visa,pm_card_visa', null, true, 1, [], ['pm_card_visa'], {}, { type: 'card' }, { id: 'pm_card_visa' }],
].flat();

/** JSON tokens that are no attempt. Null is the same as left out, so it is not among them. */
export const REFUSED_ATTEMPTS: readonly string[] = [
  ['0', '-1', '100', '1.5', '1e2', '1e9999', '"1"', '""', 'true', 'false', '[]', '[1]', '{}', '0.9999999999999999999', '4294967297'],
].flat();
