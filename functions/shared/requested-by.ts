import * as z from 'zod';
import { containsCardNumber } from '../../contract/card-number';

/** Text that is logged, which no card number may be. */
export const withoutCardNumber = z.string('must be a string').refine((text) => !containsCardNumber(text), 'must not hold a card number');

/** Who asks for an operation, for the log. */
export const requestedBy = withoutCardNumber
  .min(1, 'must not be empty')
  .max(128, 'must be at most 128 characters')
  // No control or invisible characters: the name is read in a log.
  .regex(/^(?:(?![\p{C}\p{Zl}\p{Zp}]).)*$/u, 'must be printable text')
  .regex(/\S|^$/, 'must not be blank');
