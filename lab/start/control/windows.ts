import { json } from '@charge-once/simulator/http/answer';
import type { PaymentWindow } from '../timeline/entry';
import type { Endpoint } from './endpoint';
import { WINDOW_MARKS } from './window-marks';

/** By label. `clock`: whose events on a payment's time line start and end the window. `without`: what it means when it is not running. */
const CLOCKS: Record<string, { clock: PaymentWindow; without: string }> = {
  'In-progress lease': { clock: 'lease', without: 'no worker holds it' },
  'Visibility time-out': { clock: 'visibility', without: 'no delivery under way' },
  'FIFO deduplication': { clock: 'deduplication', without: 'no message sent' },
  'Record life by default': { clock: 'record', without: 'no completed record' },
  'Provider’s key': { clock: 'providerKey', without: 'no charge opened' },
  'Queue retention': { clock: 'queue', without: 'no message in the queue' },
  'DLQ retention': { clock: 'dlq', without: 'no dead letter' },
  'Guard record': { clock: 'record', without: 'no completed record' },
};

/** The windows that decide whether a repetition is recognised, as docs/windows.svg draws them. Without a clock: counted from acceptance. */
export const windows: Endpoint = () =>
  json(
    200,
    WINDOW_MARKS.map((mark) => ({ ...mark, ...CLOCKS[mark.label] })),
  );
