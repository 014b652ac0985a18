import { type Slot, slot } from '../plugins/token.js'

/** Pictures by CAIP-2 id: addresses for `<img src>`, such as `data:` URLs. */
export type NetworkImages = Readonly<Record<string, string>>

/** Pictures of networks that have no `imageUrl`. Add them once they are loaded: what is drawn already shows them then. */
export const networkImages: Slot<NetworkImages> = slot('@wallet-modal/kernel#networkImages')
