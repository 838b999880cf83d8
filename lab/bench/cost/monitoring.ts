import { readAssembly } from '@charge-once/simulator/cloudformation/cloud-assembly';
import { openStack } from '@charge-once/simulator/cloudformation/stack';

/** What is paid by the month whatever happens, as the templates declare it. */
export function monitoringOf(assembly: string): { readonly alarms: number; readonly dashboards: number } {
  const types = readAssembly(assembly).flatMap((template) => openStack(template, '', () => undefined).resources.map(({ type }) => type));
  const count = (wanted: string) => types.filter((type) => type === wanted).length;
  return { alarms: count('AWS::CloudWatch::Alarm'), dashboards: count('AWS::CloudWatch::Dashboard') };
}
