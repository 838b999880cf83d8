import type { Exhibit } from '../exhibit';
import { asyncRetries } from './01-async-retries';
import { visibility } from './02-visibility';
import { crashBeforeDelete } from './03-crash-before-delete';
import { oneHourRecord } from './04-one-hour-record';
import { twoInFlight } from './05-two-in-flight';
import { payloadKey } from './06-payload-key';
import { otherAttributeCondition } from './07-other-attribute';
import { balanceCounter } from './08-balance-counter';
import { twoRegions } from './09-two-regions';
import { crashAfterCharge } from './10-crash-after-charge';
import { throwsAfterCharge } from './11-throws-after-charge';
import { forgottenKey } from './12-forgotten-key';
import { redriveWithOldId } from './13-redrive-script';
import { renamedFunction } from './14-renamed-function';
import { clientTimeOut } from './15-client-time-out';
import { refusedDuplicate } from './16-refused-duplicate';

/** In the order of their numbers, from 1. Each stands alone: fresh orders, and a clock that only moves forward. */
export const EXHIBITS: readonly Exhibit[] = [
  asyncRetries,
  visibility,
  crashBeforeDelete,
  oneHourRecord,
  twoInFlight,
  payloadKey,
  otherAttributeCondition,
  balanceCounter,
  twoRegions,
  crashAfterCharge,
  throwsAfterCharge,
  forgottenKey,
  redriveWithOldId,
  renamedFunction,
  clientTimeOut,
  refusedDuplicate,
];
