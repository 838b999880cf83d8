import { DLQ_RETENTION_SECONDS, SHORT_PATIENCE_RECEIVES } from '../../contract/windows';
import { post } from './client';
import { redriveByScript, redriveInConsole } from './operator';
import { QUEUE } from './queues';
import { runFor, runUntilQuiet } from './running';
import { deliver } from './worker';
import type { World } from './world';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
/** Past the longest visibility time-out. */
const VISIBLE_AGAIN = 181 * SECOND;

const EVENT = { orderId: 'ord-1', attempt: 1, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa' };
const accept = async (world: World) => {
  await post(world, JSON.stringify(EVENT));
};

/** The event once more, as a message that SQS cannot know for the same. `MessageGroupId` of its own: nothing holds it back. */
const publishAgain = ({ queues, requests }: World, more: object = {}) => {
  const MessageBody = JSON.stringify({ ...EVENT, ...more });
  queues.call('SendMessage', { QueueUrl: QUEUE.url, MessageBody, MessageGroupId: 'again', MessageDeduplicationId: `again-${requests}` });
};

/** One delivery from which the message comes back. */
async function deliverAndWait(world: World, faults: Parameters<typeof deliver>[1]): Promise<void> {
  deliver(world, faults);
  await world.clock.advance(VISIBLE_AGAIN);
}

/** Whatever is delivered dies before it does anything, until SQS has put the message into the DLQ. */
async function crashIntoDlq(world: World): Promise<void> {
  for (let receive = 0; receive <= SHORT_PATIENCE_RECEIVES; receive += 1)
    await deliverAndWait(world, { faults: [{ kind: 'kill-before' }] });
}

/** Waits in the DLQ, redriven into a worker that still crashes as often as its retention demands, and then into one that works. */
async function replayAfter(world: World, ms: number): Promise<void> {
  const cycle = (DLQ_RETENTION_SECONDS - 24 * 3600) * SECOND;
  await crashIntoDlq(world);
  for (let waited = cycle; waited < ms; waited += cycle) {
    await world.clock.advance(cycle);
    redriveInConsole(world);
    await world.clock.advance(SECOND);
    await crashIntoDlq(world);
  }
  await world.clock.advance(ms % cycle);
  redriveInConsole(world);
  await world.clock.advance(SECOND);
}

const chargedNotRecorded = async (world: World, replayMs: number) => {
  await accept(world);
  world.crashesOnCharge = 1;
  await deliverAndWait(world, {});
  await replayAfter(world, replayMs);
};
const recordedNotDeleted = async (world: World, replayMs: number) => {
  await accept(world);
  await deliverAndWait(world, { losesDelete: true });
  await replayAfter(world, replayMs);
};

/** What goes wrong with one payment. Each is told as it happens, up to the moment from which all goes well. */
export const FAILURES: Readonly<Record<string, (world: World) => Promise<void>>> = {
  nothing: accept,
  'crash after the charge, before the record; delivered again': async (world) => {
    await accept(world);
    world.crashesOnCharge = 1;
    await deliverAndWait(world, {});
  },
  'crash after the record, before the delete; delivered again': async (world) => {
    await accept(world);
    await deliverAndWait(world, { losesDelete: true });
  },
  'the provider\u2019s answer to the charge is lost': async (world) => {
    await accept(world);
    world.fault.current = { mode: 'lose-answer', verb: 'confirm', times: 1 };
  },
  'the charge is still under way when the next delivery charges': async (world) => {
    await accept(world);
    world.fault.current = { mode: 'under-way', verb: 'confirm', times: 1 };
  },
  'charged, not recorded; DLQ replayed after 14 h': (world) => chargedNotRecorded(world, 14 * HOUR),
  'charged, not recorded; DLQ replayed after 25 h': (world) => chargedNotRecorded(world, 25 * HOUR),
  'charged, not recorded; DLQ replayed after 60 days': (world) => chargedNotRecorded(world, 60 * DAY),
  'recorded, not deleted; DLQ replayed after 14 h': (world) => recordedNotDeleted(world, 14 * HOUR),
  'recorded, not deleted; DLQ replayed after 25 h': (world) => recordedNotDeleted(world, 25 * HOUR),
  'recorded, not deleted; DLQ replayed after 60 days': (world) => recordedNotDeleted(world, 60 * DAY),
  'two copies delivered at once': async (world) => {
    await accept(world);
    publishAgain(world);
  },
  'the provider takes 7 s, longer than a short visibility time-out': async (world) => {
    await accept(world);
    world.fault.current = { mode: 'sluggish', verb: 'confirm', times: 2 };
  },
  'worker frozen past its lease wakes up after another has charged': async (world) => {
    await accept(world);
    deliver(world, { outlivesDeadline: true, faults: [{ kind: 'none' }, { kind: 'none' }, { kind: 'freeze', delayMs: 400 * SECOND }] });
    await world.clock.advance(VISIBLE_AGAIN);
  },
  'published again 25 h later, same body': async (world) => {
    await accept(world);
    await runFor(world, 25 * HOUR);
    publishAgain(world);
  },
  'published again 25 h later, with another trace id in the body': async (world) => {
    await accept(world);
    await runFor(world, 25 * HOUR);
    publishAgain(world, { traceId: 'b' });
  },
  'client repeats the request while the charge runs': async (world) => {
    await accept(world);
    deliver(world);
    await world.clock.advance(100);
    await accept(world);
  },
  'client repeats the request after 10 minutes of an outage': async (world) => {
    await accept(world);
    await world.clock.advance(600 * SECOND);
    await accept(world);
  },
  'redriven by a script within 5 minutes': async (world) => {
    await accept(world);
    world.fault.current = { mode: 'down', times: 1000 };
    await runFor(world, 200 * SECOND);
    world.fault.current = { mode: 'none', times: 0 };
    redriveByScript(world);
  },
};

/** From here on all goes well, for as long as the queue has something to deliver. */
export const goesWell = (world: World): Promise<void> => runUntilQuiet(world, 4 * DAY);
