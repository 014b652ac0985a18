import * as v from 'valibot'
import type { EngineAssets, TokenFacts } from '../engine.js'
import type { NodeRpc } from '../nodeRpc.js'
import { type EvmAddress, isEvmAddress } from './evmAddress.js'
import { createEvmPrices } from './evmPrices.js'
import { createEvmTokens } from './evmTokens.js'
import { localContracts } from './localContracts.js'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const logsSchema = v.array(v.object({ address: v.string(), topics: v.array(v.string()) }))

/** The tokens of one EVM chain, read from its node. */
export function createEvmAssets(rpc: NodeRpc): EngineAssets {
  const { facts, balances } = createEvmTokens(rpc)
  const local = localContracts.tokens.map(({ address }) => address)

  /** What the account ever received. */
  const seenBy = async (account: string): Promise<readonly EvmAddress[]> => {
    const topics = [TRANSFER, null, `0x${account.slice(2).padStart(64, '0')}`]
    const logs = v.parse(logsSchema, await rpc.call('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest', topics }]))
    // the same event with a fourth topic tells of an NFT
    return toAddresses(logs.filter((log) => log.topics.length === 3).map(({ address }) => address))
  }
  return {
    ...createEvmPrices(rpc),
    async facts(addresses) {
      const asked = toAddresses(addresses)
      const found = new Map<string, TokenFacts | undefined>()
      for (const [at, token] of (await facts(asked)).entries()) found.set(asked[at] ?? '', token)
      return addresses.map((address) => found.get(address.toLowerCase()))
    },
    async tokens(account, also) {
      const asked = toAddresses(also)
      const addresses = [...new Set([...local, ...(await seenBy(account)), ...asked])]
      const [known, held] = await Promise.all([facts(addresses), balances(addresses, account)])
      return addresses.flatMap((address, at) => {
        const [token, amountBase] = [known[at], held[at]]
        if (!token || amountBase === undefined) return []
        return amountBase > 0n || asked.includes(address) ? [{ ...token, amountBase }] : []
      })
    },
  }
}

const toAddresses = (texts: readonly string[]): readonly EvmAddress[] =>
  texts.map((text) => text.toLowerCase()).filter(isEvmAddress)
