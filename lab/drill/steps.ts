import { EXIT } from '../../ops/exit-code';
import { alarmTable } from './alarms';
import { auditBooks } from './audit';
import type { Incident } from './incident';
import { checkAlarm, outage } from './outage';
import { sendOrders } from './traffic';

export interface Step {
  readonly name: 'calm' | 'outage' | 'alarms' | 'look' | 'mend' | 'chosen' | 'rest' | 'reconcile' | 'audit';
  readonly title: string;
  readonly run: (incident: Incident, ordersPerSlice: number) => Promise<void>;
}

/** Orders that are redriven first, as an operator does to see whether it works. */
const CHOSEN = 3;

/** The drill, in the order of the runbook. */
export const STEPS: readonly Step[] = [
  { name: 'calm', title: 'A quiet evening: payments are charged within seconds', run: calm },
  { name: 'outage', title: 'A bad provider for two hours, under traffic', run: outage },
  { name: 'alarms', title: 'What wakes the engineer on call', run: alarms },
  { name: 'look', title: 'Look before pressing redrive: the provider is still failing', run: look },
  { name: 'mend', title: 'The provider works again', run: mend },
  { name: 'chosen', title: 'Redrive a few orders, and see whether they are charged', run: redriveChosen },
  { name: 'rest', title: 'Redrive the rest', run: redriveRest },
  { name: 'reconcile', title: 'Compare the ledger with the provider', run: reconcile },
  { name: 'audit', title: "The acquirer's books: was every order charged once?", run: auditBooks },
];

async function calm(incident: Incident, ordersPerSlice: number): Promise<void> {
  const { accepted, control, payments } = incident;
  accepted.push(...(await sendOrders(payments, accepted.length, ordersPerSlice)));
  await control.advance('PT1M');
  await incident.operate(`payments show ${accepted[0]!.orderId}`, EXIT.ok);
  await incident.operate('payments open', EXIT.ok);
}

async function alarms(incident: Incident): Promise<void> {
  incident.print(alarmTable(await incident.control.alarms()));
  await checkAlarm(incident, true);
}

async function look(incident: Incident): Promise<void> {
  await incident.operate('payments open --limit 5', EXIT.attention);
  await incident.operate('dlq redrive', EXIT.attention);
}

async function mend(incident: Incident): Promise<void> {
  await incident.operate('acquirer fault none', EXIT.ok);
  // What was still being retried is now charged without anyone's help.
  await incident.control.advance('PT15M');
  await incident.operate('dlq preview', EXIT.ok);
}

/** The first orders of the outage: they were charged, and their answers were lost. */
async function redriveChosen(incident: Incident, ordersPerSlice: number): Promise<void> {
  const chosen = incident.accepted.slice(ordersPerSlice, ordersPerSlice + CHOSEN).map(({ orderId }) => orderId);
  await incident.operate(`dlq redrive --orders ${chosen.join(',')} --dry-run`, EXIT.ok);
  await incident.operate(`dlq redrive --orders ${chosen.join(',')}`, EXIT.ok);
  await incident.control.advance('PT1M');
  await incident.operate(`payments show ${chosen[0]}`, EXIT.ok);
  await incident.operate(`acquirer books ${chosen[0]}`, EXIT.ok);
}

async function redriveRest(incident: Incident): Promise<void> {
  await incident.operate('dlq redrive --rate 50 --watch', EXIT.ok);
  await incident.control.advance('PT15M');
  await incident.operate('payments open', EXIT.ok);
  await checkAlarm(incident, false);
}

async function reconcile(incident: Incident): Promise<void> {
  // It leaves out the latest minutes, in which ledger and provider may rightly differ.
  await incident.control.advance('PT1H');
  // The whole incident, as on a real night: a run without times goes on from the last scheduled one, which may have come in the middle of it.
  await incident.operate(`reconcile run --from ${incident.startedAt}`, EXIT.ok);
}
