// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { createWalletModal } from '../../modal/modal.js'
import { definePlugin } from '../../plugins/plugin.js'
import { signal } from '../../signals.js'
import { createFakeNamespace } from '../../testing/fake-namespace.js'
import { balances } from '../slots.js'
import { createAccountTokens, type TokenFilter } from './account-tokens.js'
import type { FoundToken, TokenSource } from './assets.js'
import { tokenSources } from './token-sources.js'

beforeEach(() => localStorage.clear())

const host = definePlugin({ name: 'host', kernel: '^0.1', optional: [balances], setup: (ctx) => ctx })

const gold: FoundToken = {
  ...{ assetId: 'fake:1/token:gold', caipNetworkId: 'fake:1', address: 'gold' },
  ...{ name: 'Gold', symbol: 'GLD', decimals: 2, amount: 0n },
}
const noneListed = async (): Promise<readonly FoundToken[]> => []
const indexer: TokenSource = { namespace: 'fake', assetNamespace: 'token', isIndexer: true, tokens: noneListed }
const chain: TokenSource = {
  ...{ namespace: 'fake', assetNamespace: 'token' },
  parseTokenAddress: (text) => (text === 'GOLD' || text === 'gold' ? 'gold' : undefined),
  tokens: async ({ assetIds, includeEmpty }) => (includeEmpty && assetIds.includes(gold.assetId) ? [gold] : []),
}

/** Tokens of a connected account, whose chain family has these sources in this order. */
async function createTokens(sources: readonly TokenSource[], filter: TokenFilter = () => true) {
  const fake = createFakeNamespace()
  const modal = createWalletModal({
    plugins: [fake.plugin(), host()],
    networks: fake.networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  const ctx = modal.use(host)
  if (!ctx) throw new Error('There is no context.')
  for (const source of sources) ctx.add(tokenSources, source)
  await modal.connections.connect(fake.wallet.connector)
  const tokens = createAccountTokens(ctx, signal<TokenFilter | undefined>(filter))
  return { tokens, [Symbol.dispose]: () => modal.dispose() }
}

describe('a token that is not in the account’s list', () => {
  it.each([
    ['before', [indexer, chain]],
    ['after', [chain, indexer]],
  ])('is read from the chain if the slot lists an indexer %s the chain’s source', async (_, sources) => {
    using stage = await createTokens(sources)
    const { signal: abortSignal } = new AbortController()
    expect(await stage.tokens.find(gold.assetId, abortSignal)).toEqual(gold)
    expect(await stage.tokens.findByAddress('GOLD', abortSignal)).toEqual(gold)
  })

  it.each([
    ['the chain does not have it', 'fake:1/token:silver', () => true],
    ['no source has its asset namespace', 'fake:1/nft:gold', () => true],
    ['the filter refuses it', gold.assetId, () => false],
  ])('is not found if %s', async (_, assetId, filter) => {
    using stage = await createTokens([indexer, chain], filter)
    await expect(stage.tokens.find(assetId, new AbortController().signal)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: `The token ${assetId} does not exist on this network, or cannot be used here.`,
    })
  })

  it('rejects with the error of a failed read', async () => {
    const failure = new Error('offline')
    using stage = await createTokens([{ ...chain, tokens: () => Promise.reject(failure) }])
    await expect(stage.tokens.find(gold.assetId, new AbortController().signal)).rejects.toBe(failure)
  })

  it('is undefined for an address that is invalid', async () => {
    using stage = await createTokens([indexer, chain])
    expect(await stage.tokens.findByAddress('?', new AbortController().signal)).toBeUndefined()
  })
})

it('the list has the native coin first; its balance is read on each refresh if the capability "balances" does not list it', async () => {
  using stage = await createTokens([chain])
  expect(stage.tokens.all.value.map(({ symbol, amount }) => [symbol, amount])).toEqual([['COIN', undefined]])
  await stage.tokens.refresh()
  expect(stage.tokens.all.value.map(({ symbol, amount }) => [symbol, amount])).toEqual([['COIN', 10n ** 18n]])
})
