import { type Slot, slot } from '../../plugins/token.js'
import type { TokenSource } from './assets.js'

/** Sources of token balances, which read the chain or an indexer. A chain family can have several sources. */
export const tokenSources: Slot<TokenSource> = slot('@wallet-modal/kernel#tokenSources')
