/** Main program of a measured execution environment: loads the handler, then runs what it is sent, and says what each run took. */
import { loadHandler } from '../../../packages/simulator/src/lambda/handler-loader.mjs';
import { setClockOffset } from '../../../packages/simulator/src/lambda/virtual-date.mjs';

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const [startedMs, startedCpuMs] = [performance.now(), cpuMs()];
const handler = await loadHandler(process.env.LAMBDA_TASK_ROOT, process.env._HANDLER);
process.send({ importMs: performance.now() - startedMs, importCpuMs: cpuMs() - startedCpuMs });

// Whoever measures is gone.
process.on('disconnect', () => process.exit(0));
process.on('message', async ({ id, event, offsetMs, timeoutMs }) => {
  setClockOffset(offsetMs);
  const deadlineMs = Date.now() + timeoutMs;
  const context = {
    awsRequestId: `bench-${id}`,
    functionName: 'bench',
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  };
  const [startMs, startCpuMs] = [performance.now(), cpuMs()];
  let outcome;
  try {
    outcome = { result: (await handler(event, context)) ?? null };
  } catch (error) {
    outcome = { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
  // `maxRSS` is in kibibytes: https://nodejs.org/api/process.html#processresourceusage
  const took = { ms: performance.now() - startMs, cpuMs: cpuMs() - startCpuMs, peakMb: process.resourceUsage().maxRSS / 1024 };
  process.send({ id, ...outcome, ...took });
});
