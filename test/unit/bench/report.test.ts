import { markdown } from '../../../lab/bench/report';
import type { Section } from '../../../lab/bench/section';

const section: Section = {
  title: 'Speed',
  text: 'How it was measured.',
  goals: [
    { goal: 'fast', found: '7 ×', met: true, why: 'never shown' },
    { goal: 'small', found: '9 MB', met: false, why: 'It is large.' },
  ],
  tables: [
    { caption: 'Ratios', head: ['what', 'how much'], rows: [['a | b', '2 ×']] },
    { head: ['what', 'how much'], rows: [['c', '3']] },
  ],
};
const run = {
  command: 'npm run bench',
  date: '2026-11-29T10:00:00.000Z',
  seconds: 59.6,
  facts: [['machine', 'a small one']] as const,
  quick: false,
};

describe('report of the bench', () => {
  const report = markdown(run, [{ section, seconds: 1 }]);

  it('puts the goals before everything that was measured', () => {
    expect(report.indexOf('## Goals')).toBeLessThan(report.indexOf('## Speed'));
    expect(report).toContain('| Speed | fast | met | 7 × |  |');
  });

  it('says why a goal was missed, and nothing about one that was met', () => {
    expect(report).toContain('| Speed | small | **missed** | 9 MB | It is large. |');
    expect(report).not.toContain('never shown');
  });

  it('keeps the order of the tables, and cells with a bar in one piece', () => {
    expect(report.indexOf('Ratios:')).toBeLessThan(report.indexOf('| c | 3 |'));
    expect(report).toContain('| a \\| b | 2 × |');
  });

  it('says on what machine it was measured', () => {
    expect(report).toContain('| machine | a small one |');
  });

  it('warns of a quick run', () => {
    expect(report).not.toContain('no evidence');
    expect(markdown({ ...run, quick: true }, [])).toContain('no evidence');
  });
});
