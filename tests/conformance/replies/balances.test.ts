// @vitest-environment node
import { createWalletModal, definePlugin } from '@wallet-modal/kernel'
import { FIAT_DECIMALS, tokenSources } from '@wallet-modal/kernel/assets'
import { createFakeNamespace } from '@wallet-modal/kernel/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balances } from '../../../plugins/balances/src/index.js'
import { type HostileServer, hurry, serveHostile } from '../../support/hostile-server.js'
import { isUntouched, type Mutation, mutationsOf, trial } from '../../support/mutations.js'
import { inTime, watchRealm } from './outcome.js'

const chain = 'eip155:1'
const supported = { http: [chain, 'eip155:10'], ws: [chain] }
const validBalances = {
  balances: [
    {
      name: 'Coin',
      symbol: 'COIN',
      chainId: chain,
      price: 2000.5,
      value: 4001,
      quantity: { decimals: '18', numeric: '2' },
      iconUrl: '',
    },
    {
      name: 'Some Token',
      symbol: 'SOME',
      chainId: chain,
      address: `${chain}:fake-token`,
      price: 0.25,
      value: 1.5,
      quantity: { decimals: '6', numeric: '6.000001' },
      iconUrl: 'https://icons.test/some.png',
    },
  ],
}

/** Declares the asset namespace `erc20` for the tokens of the fake chain family. */
const erc20 = definePlugin({
  name: 'erc20',
  kernel: '^0.1',
  setup: (ctx) => void ctx.add(tokenSources, { namespace: 'eip155', assetNamespace: 'erc20', tokens: async () => [] }),
})

let server: HostileServer
let mutation: Mutation
let isStuck = false
const undo = hurry(() => isStuck)
watchRealm()
beforeAll(async () => {
  server = await serveHostile(() => mutation)
})
afterAll(async () => {
  undo()
  await server[Symbol.asyncDispose]()
})

const whole: Mutation = { status: 200, headers: { 'content-type': 'application/json' }, body: '', ending: 'whole' }

/** Opens a site whose service gives these replies, and returns the holdings. */
async function visit(answers: { readonly supported: Mutation; readonly balance: Mutation }) {
  isStuck = [answers.supported, answers.balance].some(({ ending }) => ending === 'never')
  const fake = createFakeNamespace('eip155', { isIndexed: true })
  const modal = createWalletModal({
    plugins: [fake.plugin(), erc20(), balances()],
    networks: fake.networks,
    endpoints: { blockchain: server.url },
    logLevel: 'silent',
  })
  await modal.connections.connect(fake.wallet.connector)
  const output = modal.use(balances)
  if (!output) throw new Error('not running')
  const original = globalThis.fetch
  globalThis.fetch = (input, init) => {
    mutation = String(input).includes('supported-chains') ? answers.supported : answers.balance
    return original(input, init)
  }
  try {
    await inTime(output.refresh({ force: true }))
  } finally {
    globalThis.fetch = original
  }
  expect(modal.errors.value).toEqual([])
  const holdings = output.holdings.peek()
  modal.dispose()
  return holdings
}

/** Expects that the holdings are complete, are on this network, and have values that add up, whatever the reply was. */
function expectSound({ status, failedSource, tokens, totalUsd }: Awaited<ReturnType<typeof visit>>): void {
  // if the service's list of networks failed, balances read from the chain are marked as stale
  expect(['ready', 'failed', failedSource === 'service' ? 'stale' : 'ready']).toContain(status)
  expect(new Set(tokens.map(({ assetId }) => assetId)).size).toBe(tokens.length)
  for (const token of tokens) {
    expect(token.assetId).toMatch(/^eip155:1\/(slip44:60$|erc20:fake-)/)
    expect([typeof token.amount, typeof token.name, typeof token.symbol]).toEqual(['bigint', 'string', 'string'])
    expect(token.amount >= 0n && token.decimals >= 0 && token.decimals <= 36).toBe(true)
    expect(token.iconUrl ?? 'https://').toMatch(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/]|data:image\/)/)
    if (token.priceUsd === undefined || token.spamFlags) expect(token.valueUsd).toBeUndefined()
    else expect(token.valueUsd).toBe((token.amount * token.priceUsd) / 10n ** BigInt(token.decimals))
  }
  if (totalUsd === undefined) return
  const counted = tokens.filter(({ spamFlags }) => !spamFlags)
  expect(counted.every(({ valueUsd }) => valueUsd !== undefined)).toBe(true)
  expect(totalUsd).toBe(counted.reduce((sum, { valueUsd = 0n }) => sum + valueUsd, 0n))
}

test(`A4: GET /v1/account/{address}/balance: any reply results in tokens whose values add up, or in none (${trial.numRuns} mutations, seed ${trial.seed})`, async () => {
  let priced = 0
  await fc.assert(
    fc.asyncProperty(mutationsOf(validBalances), async (next) => {
      const holdings = await visit({ supported: { ...whole, body: JSON.stringify(supported) }, balance: next })
      expectSound(holdings)
      if (isUntouched(next, ['balances']))
        expect(holdings.totalUsd).toBe(4_002_500_000_250_000n * 10n ** BigInt(FIAT_DECIMALS - 12))
      if (holdings.tokens.length === 2) priced++
    }),
    trial,
  )
  expect(priced).toBeGreaterThan(trial.numRuns / 20)
})

test(`A4: GET /v1/supported-chains: after any reply, balances are read from the service or the chain (${trial.numRuns} mutations, seed ${trial.seed})`, async () => {
  let served = 0
  await fc.assert(
    fc.asyncProperty(mutationsOf(supported), async (next) => {
      const holdings = await visit({ supported: next, balance: { ...whole, body: JSON.stringify(validBalances) } })
      expectSound(holdings)
      expect(holdings.status).toBe(holdings.failedSource ? 'stale' : 'ready')
      if (holdings.failedSource) expect(holdings.tokens.length).toBe(1)
      // both sources return the native coin
      expect(holdings.tokens[0]?.assetId).toBe('eip155:1/slip44:60')
      if (isUntouched(next, ['http'])) expect(holdings.tokens.length).toBe(2)
      if (holdings.tokens.length === 2) served++
    }),
    trial,
  )
  expect(served).toBeGreaterThan(trial.numRuns / 20)
})
