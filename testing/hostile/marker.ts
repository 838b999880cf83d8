/** Something of the client's that no refusal and no log may repeat. No rule of the contract and no name in it contains it. */
export const MARKER = 'zq7marker';
