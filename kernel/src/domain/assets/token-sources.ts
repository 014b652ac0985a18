import { type Slot, slot } from '../../plugins/token.js'
import type { TokenSource } from './assets.js'

/** What an account holds, as the chain itself or an indexer tells it; one or more of each chain family. */
export const tokenSources: Slot<TokenSource> = slot('@wallet-modal/kernel#tokenSources')
