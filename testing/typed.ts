import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ops } from '../ops/ops';

/** A terminal in memory. `answer` is what a person says when asked; without it nobody is there. */
export function terminal(answer?: string) {
  const stream = () => Object.assign(new PassThrough({ highWaterMark: 2 ** 24 }), { isTTY: answer !== undefined });
  const streams = { stdin: stream(), stdout: stream(), stderr: stream() };
  if (answer !== undefined) streams.stdin.write(`${answer}\n`);
  return {
    ...streams,
    /** What was written, once nothing more will be. */
    written: async () => {
      for (const each of Object.values(streams)) each.end();
      return { stdout: await text(streams.stdout), stderr: await text(streams.stderr) };
    },
  };
}

/** Types a command line of the operator. */
export async function typed(args: readonly string[], answer?: string) {
  const { written, ...streams } = terminal(answer);
  const exitCode = await ops(args, streams);
  return { exitCode, ...(await written()) };
}
