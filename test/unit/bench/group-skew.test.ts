import { type SkewOptions, simulateSkew } from '../../../lab/bench/scale/group-skew';

const load: SkewOptions = { paymentsPerSecond: 1000, concurrency: 10, serviceSeconds: 0.5, payments: 5000, seed: 1 };

describe('group skew', () => {
  it('charges ten messages of ten groups in ten functions at once', () => {
    // 10 functions × 10 messages ÷ 0.5 s.
    expect(simulateSkew(load).throughput).toBeGreaterThan(190);
    expect(simulateSkew(load).throughput).toBeLessThanOrEqual(200);
    expect(simulateSkew(load).batch).toBeGreaterThan(9.5);
  });

  it('charges one message after another when all are of one group', () => {
    const { throughput } = simulateSkew({ ...load, groups: 1, payments: 500 });
    expect(throughput).toBeGreaterThan(1.9);
    expect(throughput).toBeLessThanOrEqual(2);
  });

  it('makes nobody wait while there is room', () => {
    const { p99WaitSeconds } = simulateSkew({ ...load, paymentsPerSecond: 5, payments: 500 });
    expect(p99WaitSeconds).toBe(0);
  });

  it('makes payments of a busy shop wait where those of an order do not', () => {
    const quiet = { ...load, paymentsPerSecond: 100, payments: 3000 };
    expect(simulateSkew({ ...quiet, groups: 100 }).p99WaitSeconds).toBeGreaterThan(100 * simulateSkew(quiet).p99WaitSeconds);
  });

  it('finds the same with the same seed', () => {
    expect(simulateSkew({ ...load, groups: 50, payments: 1000 })).toEqual(simulateSkew({ ...load, groups: 50, payments: 1000 }));
  });
});
