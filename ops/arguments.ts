import { InvalidArgumentError } from 'commander';
import { isoTime } from '../contract/iso-time';
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

/** A moment, as the operator wrote it. */
export function time(value: string): string {
  const { success, error } = isoTime.safeParse(value);
  if (!success) throw new InvalidArgumentError(`It ${error.issues[0]!.message}.`);
  return value;
}
