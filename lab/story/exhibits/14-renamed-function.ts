import type { Exhibit } from '../exhibit';
import { chargeEvent } from '../scene';

export const renamedFunction: Exhibit = {
  title: 'A deploy renames the function',
  brokenSetup: 'Powertools with its default key prefix, the name of the function',
  brokenSource: 'function-name-key.ts',
  shippedSetup: 'a fixed key prefix',

  async broken(scene) {
    await scene.invoke('charge-card-v1', scene.order);
    await scene.invoke('charge-card-v1', scene.order);
    scene.note(`charge-card-v1 gets the payment twice: ${await scene.books()}`);
    await scene.invoke('charge-card-v2', scene.order);
    scene.note(`a deploy renames it to charge-card-v2, on the same table, and the payment comes once more: ${await scene.books()}`);
  },

  async shipped(scene) {
    await scene.pay();
    scene.note(`the charge function gets the payment: ${await scene.books()}`);
    await scene.invoke(scene.outputs.RenamedChargeFunctionName!, chargeEvent(scene.order));
    scene.note(`the same code under another name, on the same tables, gets it once more: ${await scene.books()}`);
  },

  remember: 'A key that contains a name of your deployment forgets everything when the deployment is renamed.',
};
