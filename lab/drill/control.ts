import type { Charge } from '@charge-once/acquirer/client';
import type { AlarmState } from '@charge-once/simulator/alarms';
import type { QueueCounts } from '@charge-once/simulator/types';

export interface State {
  /** ISO 8601, virtual. */
  readonly now: string;
  readonly queues: Readonly<Record<'ChargeQueue' | 'ChargeDlq', QueueCounts>>;
  readonly duplicatesSuppressed: Readonly<Record<string, number>>;
}

/** The simulator's control endpoints, as far as the drill moves and looks. */
export function controlOf(controlUrl: string) {
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(controlUrl + path, body && { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    state: () => call<State>('/state'),
    alarms: () => call<AlarmState[]>('/alarms'),
    /** The acquirer's books. */
    charges: () => call<Charge[]>('/charges'),
    /** Moves virtual time by an ISO 8601 duration; whatever falls due is done when it returns. */
    advance: (duration: string) => call<{ now: string }>('/clock', { advance: duration }),
  };
}

export type Control = ReturnType<typeof controlOf>;
