import type { Dlq, MoveTask } from './dlq';

export const isActive = ({ status }: MoveTask): boolean => status === 'RUNNING' || status === 'CANCELLING';

/** The move task that runs, if one does. */
export const activeMove = async (dlq: Pick<Dlq, 'moves'>): Promise<MoveTask | undefined> => (await dlq.moves()).find(isActive);
