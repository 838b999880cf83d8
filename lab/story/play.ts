import { LAYERS } from '../../contract/names';
import type { Exhibit, ExhibitResult, SideResult, TimelineEntry, Verdict } from './exhibit';
import { openScene, type Scene } from './scene';
import type { System } from './system';

/** Plays both sides of an exhibit and lets the acquirer's books say how often each order was charged. */
export async function play(number: number, exhibit: Exhibit, system: System): Promise<ExhibitResult> {
  const broken = await playSide('broken', exhibit.broken, system);
  const shipped = await playSide('shipped', exhibit.shipped, system);
  return {
    number,
    title: exhibit.title,
    timeline: [...broken.timeline, ...shipped.timeline],
    broken: { ...broken.result, setup: exhibit.brokenSetup, source: exhibit.brokenSource },
    shipped: { ...shipped.result, setup: exhibit.shippedSetup, layer: shipped.layers.join(', ') },
    remember: exhibit.remember,
  };
}

async function playSide(side: TimelineEntry['side'], plot: (scene: Scene) => Promise<Verdict | undefined>, system: System) {
  const { scene, orders, timeline } = openScene(system);
  const before = await scene.suppressed();
  const { debits, layer } = (await plot(scene)) ?? {};
  await scene.mendCalls();
  await scene.idle();
  const charges = await Promise.all(orders.map(({ orderId }) => scene.charges(orderId)));
  const after = await scene.suppressed();

  const result: SideResult =
    debits === undefined
      ? { charges: Math.max(...charges), lost: charges.filter((count) => count === 0).length }
      : { charges: 0, lost: 0, debits };
  const layers = LAYERS.filter((name) => after[name] > before[name]);
  return {
    result,
    layers: layer === undefined ? layers : [...layers, layer],
    timeline: timeline.map((entry) => ({ side, ...entry })),
  };
}
