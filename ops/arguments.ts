import { InvalidArgumentError } from 'commander';
import { ORDER_ID } from '../contract/payment-event';

export function orderId(value: string): string {
  if (!ORDER_ID.test(value))
    throw new InvalidArgumentError('It is not an order id: 1 to 64 letters, digits, dots, underscores or hyphens.');
  return value;
}

/** Order ids between commas. */
export const orderIds = (value: string): string[] => value.split(',').map((each) => orderId(each.trim()));

export const wholeNumber =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return number;
  };

export function isoTime(value: string): string {
  // A date alone, or a time without offset, would mean another moment on another machine.
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(value) || Number.isNaN(Date.parse(value))) {
    throw new InvalidArgumentError('It must be a time such as 2026-11-29T10:00:00Z.');
  }
  return new Date(value).toISOString();
}
