import { EXIT } from '../../ops/exit-code';
import { table } from '../../ops/table';
import { inAlarm } from './alarms';
import type { Incident } from './incident';
import { sendOrders } from './traffic';

/** Each hour goes wrong in its own way: first answers are lost, so that money moves unseen, then the provider is down. */
const FAULTS = ['lose_answer', 'down'] as const;
const SLICES_AN_HOUR = 12;
const SLICE = 'PT5M';
/** The log has a line every quarter of an hour. */
const SLICES_A_LINE = 3;

/** What the drill is about: the alarm that must ring while payments pile up. */
const EXPECTED_ALARM = 'dlq-not-empty';

export async function outage(incident: Incident, ordersPerSlice: number): Promise<void> {
  for (const fault of FAULTS) {
    await incident.operate(`acquirer fault ${fault}`, EXIT.ok);
    await hourOfTraffic(incident, ordersPerSlice);
  }
  const { queues } = await incident.control.state();
  incident.check(queues.ChargeDlq.visible > 0, 'the DLQ is empty after two hours with a bad provider');
}

async function hourOfTraffic({ accepted, control, payments, print }: Incident, ordersPerSlice: number): Promise<void> {
  const lines: (string | number)[][] = [];
  for (let slice = 1; slice <= SLICES_AN_HOUR; slice += 1) {
    accepted.push(...(await sendOrders(payments, accepted.length, ordersPerSlice)));
    await control.advance(SLICE);
    if (slice % SLICES_A_LINE > 0) continue;
    const { now, queues } = await control.state();
    lines.push([now.slice(11, 16), accepted.length, queues.ChargeDlq.visible, inAlarm(await control.alarms()).join(', ')]);
  }
  print(table(['time', 'accepted', 'in the DLQ', 'alarms'], lines));
}

/** Checks that the alarm rings, or no longer does. */
export async function checkAlarm({ control, check }: Incident, ringing: boolean): Promise<void> {
  const rings = inAlarm(await control.alarms()).includes(EXPECTED_ALARM);
  check(rings === ringing, `the alarm ${EXPECTED_ALARM} is ${rings ? '' : 'not '}in state ALARM`);
}
