import { type Slot, slot } from '../plugins/token.js'

/** Pictures by CAIP-2 id of a network or CAIP-19 id of an asset: addresses for `<img src>`, such as `data:` URLs. */
export type CaipImages = Readonly<Record<string, string>>

/** Pictures of networks without an `imageUrl` and of tokens without an `iconUrl`. Add them once they are loaded: what is drawn already shows them then. */
export const caipImages: Slot<CaipImages> = slot('@wallet-modal/kernel#caipImages')
