import type { PaymentEvent } from '../../../contract/payment-event';
import { SHORT_PATIENCE_RECEIVES, VISIBILITY_SECONDS } from '../../../contract/windows';
import { type Environment, startEnvironment } from '../environment/environment';
import { batchOf, returned } from '../environment/sqs-event';
import { A_ONE_CALL, type Contestant, contestants } from '../installation/contestants';
import type { Installation } from '../installation/installation';
import { acceptOrders } from '../installation/orders';
import type { Section } from '../section';
import type { Sizes } from '../sizes';

const VISIBILITY_MS = VISIBILITY_SECONDS * 1000;
const DAY_MS = 24 * 3600 * 1000;

/** What one contestant's queue and operator do; time is virtual and only moves forward. */
interface Stage {
  readonly installation: Installation;
  /** One delivery at the present time; true when the message may be deleted. A dead process is replaced first. */
  deliver(event: PaymentEvent, receives?: number): Promise<boolean>;
  /** The same message to two processes at once. */
  deliverTwice(event: PaymentEvent): Promise<void>;
  /** As SQS delivers: again after each visibility time-out, until done or dead-lettered. */
  deliverUntilDone(event: PaymentEvent): Promise<void>;
  wait(ms: number): void;
  /** The process of the next delivery dies when the money has moved, before it hears of it. */
  dieWhenMoneyMoved(): void;
}

interface Fault {
  readonly name: string;
  play(event: PaymentEvent, stage: Stage): Promise<void>;
}

/** Each is played with a fresh order. All of them happen to every queue that lives long enough. */
const FAULTS: readonly Fault[] = [
  {
    name: 'the worker dies once the money has moved',
    async play(event, stage) {
      stage.dieWhenMoneyMoved();
      await stage.deliverUntilDone(event);
    },
  },
  {
    name: 'delivered twice at once',
    async play(event, stage) {
      await stage.deliverTwice(event);
      stage.wait(VISIBILITY_MS);
      await stage.deliverUntilDone(event);
    },
  },
  {
    name: 'answers lost, DLQ redriven next day',
    async play(event, stage) {
      await stage.installation.acquirer.setFault({ mode: 'lose_answer', orderId: event.orderId });
      await stage.deliverUntilDone(event);
      await stage.installation.acquirer.setFault({ mode: 'none' });
      stage.wait(DAY_MS + VISIBILITY_MS);
      await stage.deliverUntilDone(event);
    },
  },
  {
    name: 'charged, replayed 2 days later',
    async play(event, stage) {
      await stage.deliverUntilDone(event);
      stage.wait(2 * DAY_MS);
      await stage.deliverUntilDone(event);
    },
  },
  {
    name: 'charged, replayed 43 days later',
    async play(event, stage) {
      await stage.deliverUntilDone(event);
      stage.wait(43 * DAY_MS);
      await stage.deliverUntilDone(event);
    },
  },
];

function stageOf(installation: Installation, { definition }: Contestant): Stage & { close(): void } {
  let environment: Environment | undefined;
  const start = () => startEnvironment(definition, installation.simulator.awsEndpoint);

  async function deliver(event: PaymentEvent, receives = 1, to?: Environment): Promise<boolean> {
    environment ??= await start();
    const run = await (to ?? environment).invoke(batchOf([{ event, groupId: event.orderId, receives }]), installation.acquirer.offsetMs);
    if (!run) environment = undefined;
    return run?.result !== undefined && returned(run.result).length === 0;
  }

  return {
    installation,
    deliver,
    async deliverTwice(event) {
      const other = await start();
      await Promise.all([deliver(event), deliver(event, 1, other)]);
      other.kill();
    },
    async deliverUntilDone(event) {
      for (let receives = 1; receives <= SHORT_PATIENCE_RECEIVES; receives++) {
        if (await deliver(event, receives)) return;
        this.wait(VISIBILITY_MS);
      }
    },
    wait(ms) {
      installation.acquirer.offsetMs += ms;
    },
    dieWhenMoneyMoved() {
      installation.acquirer.onMoneyMoved = () => environment?.kill();
    },
    close: () => environment?.kill(),
  };
}

export interface Faults {
  readonly section: Section;
  /** `2 of 50` by contestant. */
  readonly doubleCharges: Readonly<Record<string, string>>;
}

/** The same faults for everyone: how often does each charge twice? */
export async function playFaults(installation: Installation, sizes: Sizes): Promise<Faults> {
  const all = contestants(installation).filter(({ name }) => name !== A_ONE_CALL);
  const orders = new Map<string, string[]>();
  for (const contestant of all) {
    const stage = stageOf(installation, contestant);
    try {
      for (const fault of FAULTS) {
        const events = [];
        for (let count = 0; count < sizes.faultOrders; count++) {
          const [event] = await acceptOrders(installation, contestant, 1, installation.acquirer.offsetMs);
          await fault.play(event!, stage);
          events.push(event!.orderId);
        }
        orders.set(`${contestant.name}\n${fault.name}`, events);
      }
    } finally {
      stage.close();
    }
  }
  const charges = await installation.acquirer.charges();
  installation.acquirer.offsetMs = 0;
  const counted = (contestant: string, fault: string, many: (charges: number) => boolean): number =>
    orders.get(`${contestant}\n${fault}`)!.filter((orderId) => many(charges.get(orderId) ?? 0)).length;
  const sum = (contestant: string, many: (charges: number) => boolean): number =>
    FAULTS.reduce((total, { name }) => total + counted(contestant, name, many), 0);
  const twice = (count: number): boolean => count > 1;
  const played = FAULTS.length * sizes.faultOrders;
  const ours = all[0]!.name;
  return {
    doubleCharges: Object.fromEntries(all.map(({ name }) => [name, `${sum(name, twice)} of ${played}`])),
    section: {
      title: 'Double charges under the same faults',
      text:
        `Each fault is played with ${sizes.faultOrders} orders; a message that is given back comes again after the visibility time-out, up to ${SHORT_PATIENCE_RECEIVES} times. A and B send ` +
        'Stripe a stable idempotency key, which it forgets after a day; C sends none. The clock is virtual, for the functions and for the acquirer.',
      goals: [
        {
          goal: 'No double charge and no payment uncharged',
          found: `${sum(ours, twice)} charged twice, ${sum(ours, (count) => count === 0)} not charged, of ${played}`,
          met: sum(ours, (count) => count !== 1) === 0,
          why: 'This is a fault of the product.',
        },
      ],
      tables: [
        {
          caption: `Orders charged more than once, of ${sizes.faultOrders} each`,
          head: ['', ...all.map(({ name }) => name)],
          rows: [
            ...FAULTS.map(({ name: fault }) => [fault, ...all.map(({ name }) => String(counted(name, fault, twice)))]),
            ['not charged at all', ...all.map(({ name }) => String(sum(name, (count) => count === 0)))],
          ],
        },
      ],
    },
  };
}
