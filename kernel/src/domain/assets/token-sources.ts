import { type Slot, slot } from '../../plugins/token.js'
import type { TokenSource } from './assets.js'

/** Sources of token balances, from the chain or an indexer; one or more for each chain family. */
export const tokenSources: Slot<TokenSource> = slot('@wallet-modal/kernel#tokenSources')
