import type { EngineAssets } from '../../engines/engine.js'
import type { NodeRpc } from '../../engines/node-rpc.js'
import type { TokenMetadata } from '../../engines/token-metadata.js'
import { localContracts } from '../contracts/local-contracts.js'
import { createEvmActivity } from '../evm-activity.js'
import { type EvmAddress, isEvmAddress } from '../evm-address.js'
import { createEvmIndex } from '../evm-index.js'
import { createEvmNfts } from './evm-nfts.js'
import { createEvmPrices } from './evm-prices.js'
import { createEvmTokens } from './evm-tokens.js'

/** Tokens and history of one EVM chain, read from its node. */
export interface EvmAssets extends EngineAssets {
  /** Indexes the new blocks after 250 ms, so that the next query is fast. Call this method after a request that may have changed the chain. */
  scheduleIndexing(): void
  /** Cancels scheduled indexing. Call this method before the node is stopped, because the requests of the indexing would start the node again. */
  cancelIndexing(): void
}

const INDEX_DELAY_MS = 250

export function createEvmAssets(rpc: NodeRpc): EvmAssets {
  const tokens = createEvmTokens(rpc)
  const index = createEvmIndex(rpc)
  const localTokens = localContracts.tokens.map(({ address }) => address)
  let timer: NodeJS.Timeout | undefined

  return {
    ...createEvmPrices(rpc),
    activity: createEvmActivity({ rpc, index, tokens, nfts: createEvmNfts(rpc), now: Date.now }),
    async metadata(addresses) {
      const requestedAddresses = toAddresses(addresses)
      const metadataByAddress = new Map<string, TokenMetadata | undefined>()
      for (const [at, token] of (await tokens.metadata(requestedAddresses)).entries())
        metadataByAddress.set(requestedAddresses[at] ?? '', token)
      return addresses.map((address) => metadataByAddress.get(address.toLowerCase()))
    },
    async tokens(account, also) {
      await index.sync()
      const requestedAddresses = toAddresses(also)
      const addresses = [...new Set([...localTokens, ...index.tokensOf(account), ...requestedAddresses])]
      const [metadata, balances] = await Promise.all([tokens.metadata(addresses), tokens.balances(addresses, account)])
      return addresses.flatMap((address, at) => {
        const [token, amountBase] = [metadata[at], balances[at]]
        if (!token || amountBase === undefined) return []
        return amountBase > 0n || requestedAddresses.includes(address) ? [{ ...token, amountBase }] : []
      })
    },
    scheduleIndexing() {
      timer ??= setTimeout(() => {
        timer = undefined
        index.sync().catch(() => undefined) // the next query indexes again and reports the error
      }, INDEX_DELAY_MS).unref()
    },
    cancelIndexing() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

const toAddresses = (texts: readonly string[]): readonly EvmAddress[] =>
  texts.map((text) => text.toLowerCase()).filter(isEvmAddress)
