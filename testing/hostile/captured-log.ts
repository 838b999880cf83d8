import { logger } from '../../functions/shared/observability';

/** Collects everything that is logged, at every level, until the returned function is called. */
export function captureLog(lines: string[]): () => void {
  logger.setLogLevel('TRACE');
  const keep = (chunk: unknown) => lines.push(String(chunk)) > 0;
  const spies = [process.stdout, process.stderr].map((stream) => jest.spyOn(stream, 'write').mockImplementation(keep));
  return () => {
    for (const spy of spies) spy.mockRestore();
    logger.setLogLevel('SILENT');
  };
}
