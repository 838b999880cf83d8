import type { Section } from '../section';
import type { Mutant } from './mutant';
import { MUTANTS } from './mutants';
import { openWorkshop, type Verdict, type Workshop } from './workshop';

/** Two cores have two workshops; more would only make tests wait for each other. */
const WORKSHOPS = 2;

export interface Trial {
  readonly mutant: Mutant;
  readonly verdict: Verdict;
}

export interface MutantsOptions {
  /** @default - all */
  readonly mutants?: readonly Mutant[];
  /** Told after each trial. */
  readonly onTrial?: (trial: Trial, done: number, all: number) => void;
}

/**
 * Puts each mutant on trial before the tests that should notice it. Throws when those tests fail on the product as it is, because then they
 * would condemn every mutant.
 */
export async function tryMutants({ mutants = MUTANTS, onTrial }: MutantsOptions = {}): Promise<Trial[]> {
  const workshops = Array.from({ length: Math.min(WORKSHOPS, mutants.length) }, openWorkshop);
  try {
    await tryWithout(mutants, workshops[0]!);
    const waiting = [...mutants];
    const trials: Trial[] = [];
    const work = async (workshop: (typeof workshops)[number]) => {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const trial = { mutant, verdict: await workshop.try(mutant) };
        trials.push(trial);
        onTrial?.(trial, trials.length, mutants.length);
      }
    };
    await Promise.all(workshops.map(work));
    return trials.sort((a, b) => mutants.indexOf(a.mutant) - mutants.indexOf(b.mutant));
  } finally {
    for (const workshop of workshops) workshop.close();
  }
}

/** The product as it is, before the same tests: the whole files that some mutants need, and the chosen sentences of the others. */
async function tryWithout(mutants: readonly Mutant[], workshop: Workshop): Promise<void> {
  const whole = mutants.filter(({ only }) => only === undefined);
  const chosen = mutants.filter(({ only }) => only !== undefined);
  for (const group of [whole, chosen]) {
    if (group.length === 0) continue;
    const sentences = [...new Set(group.flatMap(({ only }) => only ?? []))];
    const files = [...new Set(group.flatMap(({ tests }) => tests))];
    const verdict = await workshop.run(files, sentences.length > 0 ? `(${sentences.join('|')})` : undefined);
    if (verdict.kind !== 'survived') throw new Error(`the tests fail without a mutant: ${'by' in verdict ? verdict.by : verdict.why}`);
  }
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function toldBy(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'killed':
      return verdict.by;
    case 'survived':
      return '**nobody**';
    case 'unfit':
      return `**unfit**: ${verdict.why}`;
    default:
      return verdict satisfies never;
  }
}

/** The mutants as a part of the proof. */
export async function proveMutants(options: MutantsOptions = {}): Promise<Section> {
  const trials = await tryMutants(options);
  const killed = trials.filter(({ verdict }) => verdict.kind === 'killed');
  const rows = trials.map(({ mutant, verdict }) => `| ${cell(mutant.name)} | \`${mutant.file}\` | ${cell(toldBy(verdict))} |`);
  return {
    title: 'Mutants',
    text:
      'A test that cannot fail proves nothing. Each mutant takes one guard of money out of a copy of the product, or weakens it, by one replacement; ' +
      'then the tests that should notice run. A mutant that no test notices, or whose text the product no longer has, is a violation.',
    figures: [
      ['mutants', trials.length],
      ['noticed', killed.length],
      ['survived or unfit', trials.length - killed.length],
    ],
    details: ['| the product no longer holds that… | file | noticed by |', '|---|---|---|', ...rows, ''].join('\n'),
    doubleCharges: 0,
    lostPayments: 0,
    violations: trials.flatMap(({ mutant, verdict }) =>
      verdict.kind === 'killed' ? [] : [`mutant "${mutant.name}": ${verdict.kind === 'survived' ? 'survived' : verdict.why}`],
    ),
  };
}
