import type { AlarmState } from '../../ops/client/simulator-types';
import { table } from '../../ops/table';

/** Names without the stack's. */
export const inAlarm = (alarms: readonly AlarmState[]): string[] => alarms.filter(({ state }) => state === 'ALARM').map(shortName);

export function alarmTable(alarms: readonly AlarmState[]): string {
  return table(
    ['alarm', 'state', 'value', 'threshold'],
    alarms.map((alarm) => [shortName(alarm), alarm.state, rounded(alarm.value), alarm.threshold]),
  );
}

const shortName = ({ name }: AlarmState): string => name.replace(/^PaymentsStack-/, '');

/** Ages come in milliseconds' precision, which nobody reads. */
const rounded = (value: number | undefined): number | undefined => (value === undefined ? undefined : Math.round(value));
