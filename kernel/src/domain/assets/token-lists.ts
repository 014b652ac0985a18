import { type Capability, capability, type Slot, slot } from '../../plugins/token.js'
import type { Network } from '../network.js'
import type { AssetToken } from './assets.js'

export interface TokenListRequest {
  readonly network: Network
  readonly signal: AbortSignal
}

/** Answers with the tokens of a network that it vouches for. */
export interface TokenListSource {
  /** Resolves to an empty list for networks that it does not know. Rejects on failure. Cut off after 10 s. */
  tokens(request: TokenListRequest): Promise<readonly AssetToken[]>
}

/** Sources of token lists. The lists are joined; of two entries for one token the first counts. */
export const tokenListSources: Slot<TokenListSource> = slot('@wallet-modal/kernel#tokenListSources')

/** Tokens from all {@link tokenListSources}. */
export interface TokenLists {
  /** Without the coin; each token once. Rejects where no token was found and a source failed. */
  read(request: TokenListRequest): Promise<readonly AssetToken[]>
}

/** `@wallet-modal/balances` provides it, over {@link tokenListSources} and the Blockchain API. Another plugin may stand in. */
export const tokenLists: Capability<TokenLists> = capability('tokenLists')
