import { readCancelMessage } from '../../contract/cancel-message';
import { cancelMessage } from './cancel-message';
import { chargeMessage } from './charge-message';
import type { Delivery } from './delivery';
import type { ChargePorts } from './ports';

/** A message without a kind is a charge. One of a kind that this release does not know is unreadable to it. Never throws. */
export function handleMessage(body: string, ports: ChargePorts): Promise<Delivery> {
  const cancelled = readCancelMessage(body);
  return cancelled ? cancelMessage(cancelled, ports) : chargeMessage(body, ports);
}
