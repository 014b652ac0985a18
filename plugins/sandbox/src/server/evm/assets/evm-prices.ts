import * as v from 'valibot'
import type { EngineAssets } from '../../engines/engine.js'
import type { NodeRpc } from '../../engines/node-rpc.js'
import { priceFeeds } from '../contracts/local-contracts.js'
import { isEvmAddress } from '../evm-address.js'

/** Function selector of `latestRoundData()`. */
const LATEST_ROUND_DATA = '0xfeaf968c'
/** Storage slot of the price in `PriceFeed.sol`. */
const ANSWER_SLOT = `0x${'0'.repeat(64)}`

/** Result of `latestRoundData`: five words, of which the second is the price. */
const roundSchema = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{320}$/i),
  v.transform((text) => BigInt.asIntN(256, BigInt(`0x${text.slice(66, 130)}`))),
)

/** Reads and sets the prices in the chain's price feeds. A feed whose value is 0 or less has no price. */
export function createEvmPrices({ call, callAll }: NodeRpc): Pick<EngineAssets, 'pricesUsd' | 'setPriceUsd'> {
  return {
    async pricesUsd(addresses) {
      const feeds = addresses.map(feedOf)
      const knownFeeds = feeds.filter((feed) => feed !== undefined)
      const answers = await callAll(knownFeeds.map((to) => ['eth_call', [{ to, data: LATEST_ROUND_DATA }, 'latest']]))
      const prices = new Map(knownFeeds.map((feed, at) => [feed, toPrice(answers[at])]))
      return feeds.map((feed) => (feed === undefined ? undefined : prices.get(feed)))
    },
    async setPriceUsd(address, price) {
      const feed = feedOf(address)
      if (feed === undefined) return false
      await call('anvil_setStorageAt', [feed, ANSWER_SLOT, `0x${price.toString(16).padStart(64, '0')}`])
      return true
    },
  }
}

const feedOf = (address: string | undefined) => {
  if (address === undefined) return priceFeeds.get('coin')
  const key = address.toLowerCase()
  return isEvmAddress(key) ? priceFeeds.get(key) : undefined
}

const toPrice = (answer: unknown): bigint | undefined => {
  const round = v.safeParse(roundSchema, answer)
  return round.success && round.output > 0n ? round.output : undefined
}
