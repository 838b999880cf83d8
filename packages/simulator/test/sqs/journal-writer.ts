import { writeSync } from 'node:fs';
import { setImmediate as immediate } from 'node:timers/promises';
import { createSqsEngine } from '../../src/sqs/engine';
import { ManualClock } from '../../testing/manual-clock';

/** A process to be killed: sends messages for ever and prints the id of each once it is acknowledged. */
async function main(dataFile: string): Promise<void> {
  const options = { region: 'eu-central-1', accountId: '000000000000', endpoint: 'http://127.0.0.1:1', dataFile };
  const engine = await createSqsEngine({ clock: new ManualClock(), ...options });
  const { QueueUrl } = await engine.handle('CreateQueue', { QueueName: 'orders.fifo', Attributes: { FifoQueue: 'true' } });
  for (let n = 0; ; n += 1) {
    const message = { QueueUrl, MessageBody: `m${n}`, MessageGroupId: `g${n % 7}`, MessageDeduplicationId: `id-${n}` };
    const { MessageId } = await engine.handle('SendMessage', message);
    writeSync(1, `${MessageId as string}\n`);
    await immediate();
  }
}

void main(process.argv[2] ?? '');
