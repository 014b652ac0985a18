import { type Capability, capability, type Slot, slot } from '../../plugins/token.js'
import type { Network } from '../network.js'
import type { AssetToken } from './assets.js'

export interface TokenListRequest {
  readonly network: Network
  readonly signal: AbortSignal
}

/** Source of a token list, which contains the legitimate tokens of a network. */
export interface TokenListSource {
  /** Resolves to an empty list for unknown networks. Rejects on failure. Time limit: 10 s. */
  tokens(request: TokenListRequest): Promise<readonly AssetToken[]>
}

/** Sources of token lists. The lists are concatenated. If several lists contain a token, the first entry is used. */
export const tokenListSources: Slot<TokenListSource> = slot('@wallet-modal/kernel#tokenListSources')

/** Tokens from all {@link tokenListSources}. */
export interface TokenLists {
  /** Without the native coin; each token once. Rejects if no token was found and a source failed. */
  read(request: TokenListRequest): Promise<readonly AssetToken[]>
}

/** Provided by `@wallet-modal/balances`, from {@link tokenListSources} and the Blockchain API. Another plugin can replace it. */
export const tokenLists: Capability<TokenLists> = capability('tokenLists')
