/** `1 charge`, `2 charges`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Minor units of a currency with two decimals: 1999 is `19.99 EUR`. */
export const money = (amount: number): string => `${(amount / 100).toFixed(2)} EUR`;
