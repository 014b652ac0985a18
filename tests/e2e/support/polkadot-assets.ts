import { Keyring } from '@polkadot/keyring'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { localPolkadotNetwork, polkadotDevelopmentAccounts } from '@wallet-modal/sandbox/server'
import { sandboxAt } from '@wallet-modal/sandbox/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import { connectPolkadot } from './sandbox-polkadot.js'
import { openWith } from './scripted.js'
import { senderOf, serveSender } from './sender.js'
import { createStage } from './stage.js'

await cryptoWaitReady()
export const { caipNetworkId } = localPolkadotNetwork
export const COIN = 10n ** 12n
export const [alice = '', bob = ''] = polkadotDevelopmentAccounts
export const newcomer = (uri: string): string => new Keyring({ ss58Format: 42 }).addFromUri(uri).address

/** An asset of the sandbox's chain, in the form of a send draft's token. */
const asset = (address: string, symbol: string, decimals: number) => ({
  ...{ assetId: `${caipNetworkId}/asset:${address}`, address, symbol, decimals },
})
export const [dollar, penny, feather, icicle] = [
  asset('1984', 'SUSD', 6),
  asset('12', 'SPNY', 2),
  asset('18', 'SFTH', 18),
  asset('32', 'SICE', 6),
]

/** A page with the views that send assets on the sandbox's Polkadot chain. */
export function createAssetStage() {
  const stage = createStage({
    serve: (sandboxUrl) => {
      const rpcUrls = [`${sandboxUrl}/v1/?chainId=${caipNetworkId}&projectId=test`]
      const networks = [{ ...localPolkadotNetwork, rpcUrls }]
      return serveSender({ sandboxUrl, family: 'polkadot', networks, withViews: true })
    },
  })
  let chain: Awaited<ReturnType<typeof connectPolkadot>> | undefined
  beforeAll(async () => {
    chain = await connectPolkadot(stage.sandboxUrl)
  })
  afterAll(() => chain?.close())
  return {
    stage,
    /** A separate client of the chain. */
    chain() {
      if (!chain) throw new Error('The chain is not connected yet.')
      return chain
    },
    fund: (address: string, amount: bigint) =>
      sandboxAt(stage.sandboxUrl).fund({ address, chainId: caipNetworkId, amount }),
    async visit(plan: Parameters<typeof openWith>[2] = {}) {
      const { page, wallets } = await openWith(stage, { zephyr: { namespace: 'polkadot', name: 'Zephyr' } }, plan)
      const send = senderOf(page)
      expect(await send.connect('Zephyr')).toBe('connected')
      return { page, send, zephyr: wallets.zephyr }
    },
  }
}
