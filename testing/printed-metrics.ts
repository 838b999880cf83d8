/** Runs `work` and returns the lines that it printed in the embedded metric format, parsed. */
export async function printedMetrics(work: () => void | Promise<void>): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0);
  try {
    await work();
  } finally {
    write.mockRestore();
  }
  return lines.filter((line) => line.includes('CloudWatchMetrics')).map((line) => JSON.parse(line));
}

/** Name of each metric of a printed line with its dimensions and unit. */
export function declared(line: Record<string, unknown>): { name: string; unit: string; dimensions: string[][] }[] {
  const { CloudWatchMetrics: directives } = line._aws as {
    CloudWatchMetrics: { Dimensions: string[][]; Metrics: { Name: string; Unit: string }[] }[];
  };
  return directives.flatMap(({ Dimensions, Metrics }) =>
    Metrics.map(({ Name, Unit }) => ({ name: Name, unit: Unit, dimensions: Dimensions })),
  );
}
