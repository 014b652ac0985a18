import { type Slot, slot } from '../plugins/token.js'

/** Pictures by CAIP-2 id of a network or CAIP-19 id of an asset: values for `<img src>`, such as `data:` URLs. */
export type CaipImages = Readonly<Record<string, string>>

/** Pictures for networks without an `imageUrl` and tokens without an `iconUrl`. */
export const caipImages: Slot<CaipImages> = slot('@wallet-modal/kernel#caipImages')
