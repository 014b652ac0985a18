// @vitest-environment node
import { createWalletModal, definePlugin } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookUpName, type NameResult } from '../../../plugins/send/src/receiver/names.js'
import { type HostileServer, hurry, serveHostile } from '../../support/hostile-server.js'
import { isUntouched, type Mutation, mutationsOf, trial } from '../../support/mutations.js'
import { expectTyped, inTime, watchRealm } from './outcome.js'

const ask = definePlugin({
  name: 'ask',
  kernel: '^0.1',
  permissions: { api: ['blockchain:/v1/profile/account/*'] },
  setup: (ctx) => ctx,
})
const name = 'someone.eth'
const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const elsewhere = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const valid = {
  name,
  registered: '2024-01-01T00:00:00Z',
  addresses: { 60: { address: own, created: '2024-01-01' }, 501: { address: elsewhere, created: '2024-01-01' } },
  attributes: [{ key: 'url', value: 'https://someone.test' }],
}

let server: HostileServer
let mutation: Mutation
const undo = hurry(() => mutation.ending === 'never')
watchRealm()
beforeAll(async () => {
  server = await serveHostile(() => mutation)
})
afterAll(async () => {
  undo()
  await server[Symbol.asyncDispose]()
})

test(`A4, D11: GET /v1/profile/account/{name}: the result is the address that the reply has for this name and chain, or no address (${trial.numRuns} mutations, seed ${trial.seed})`, async () => {
  using modal = createWalletModal({ plugins: [ask()], endpoints: { blockchain: server.url }, logLevel: 'silent' })
  const ctx = modal.use(ask)
  if (!ctx) throw new Error('not running')
  const { signal } = new AbortController()
  const network = {
    ...{ caipNetworkId: 'eip155:1', namespace: 'eip155', reference: '1', name: 'Ethereum', rpcUrls: [] },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  const lookUp = async (): Promise<NameResult | undefined> => {
    try {
      return await inTime(lookUpName(ctx, name, { network, coinType: '60', signal }))
    } catch (error) {
      expectTyped(error)
      return undefined
    }
  }
  let found = 0
  await fc.assert(
    fc.asyncProperty(mutationsOf(valid), async (next) => {
      mutation = next
      const answer = await lookUp()
      if (isUntouched(next, ['name']) && isUntouched(next, ['addresses', '60', 'address']))
        expect(answer).toEqual({ status: 'found', name, address: own })
      if (answer?.status !== 'found') {
        expect([undefined, 'unknown', 'elsewhere']).toContain(answer?.status)
        return
      }
      found++
      expect(Object.keys(answer).sort()).toEqual(['address', 'name', 'status'])
      expect([answer.name, typeof answer.address]).toEqual([name, 'string'])
      // the address must be the one that the reply itself gives for this chain
      const { addresses } = JSON.parse(next.body.replace(/^\uFEFF/, ''))
      expect(answer.address).toBe(Object.getOwnPropertyDescriptor(addresses, '60')?.value.address)
    }),
    trial,
  )
  expect(found).toBeGreaterThan(trial.numRuns / 20)
  expect(modal.errors.value).toEqual([])
})
