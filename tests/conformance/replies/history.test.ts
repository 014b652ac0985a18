// @vitest-environment node
import { createWalletModal, type HistoryEntry, type WalletModal } from '@wallet-modal/kernel'
import { createFakeNamespace } from '@wallet-modal/kernel/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { history } from '../../../plugins/history/src/index.js'
import { historyPage, servedChains } from '../../../plugins/history/src/reply.js'
import { type HostileServer, hurry, serveHostile } from '../../support/hostile-server.js'
import { isUntouched, type Mutation, mutationsOf, trial } from '../../support/mutations.js'
import { inTime, watchRealm } from './outcome.js'

const metadata = {
  operationType: 'send',
  hash: `0x${'ab'.repeat(32)}`,
  chain: 'eip155:1',
  minedAt: '2026-11-03T10:00:00Z',
  sentFrom: `0x${'1'.repeat(40)}`,
  sentTo: `0x${'2'.repeat(40)}`,
  status: 'confirmed',
  nonce: 7,
}
const valid = {
  data: [
    {
      id: 'one',
      metadata,
      transfers: [
        {
          fungible_info: { name: 'Ether', symbol: 'ETH', icon: { url: 'https://images.test/eth.png' } },
          direction: 'out',
          quantity: { numeric: '1.000000000000000001' },
          value: 2000.5,
          price: 2000.5,
        },
      ],
    },
    {
      id: 'two',
      metadata: { ...metadata, operationType: 'receive', sentFrom: metadata.sentTo },
      transfers: [
        {
          nft_info: {
            name: 'A picture',
            content: { preview: { url: 'https://images.test/nft.png' }, detail: null },
            flags: { is_spam: true },
          },
          direction: 'in',
          quantity: { numeric: '1' },
        },
      ],
    },
    { id: 'three', metadata: { ...metadata, operationType: 'approve' }, transfers: null },
  ],
  next: null,
}
const schema = historyPage('eip155:1')
const read = <T>(
  given: typeof schema | { readonly '~standard': { validate(value: unknown): unknown } },
  body: string,
): T => {
  const result = given['~standard'].validate(JSON.parse(body))
  return Reflect.get(Object(result), 'value')
}

let server: HostileServer
let mutation: Mutation
const whole = (value: unknown): Mutation => ({ status: 200, headers: {}, body: JSON.stringify(value), ending: 'whole' })
const undo = hurry(() => mutation.ending === 'never')
watchRealm()
beforeAll(async () => {
  server = await serveHostile(() => mutation)
})
afterAll(async () => {
  undo()
  await server[Symbol.asyncDispose]()
})

/** Expects only known fields, each in a form that is safe to show. */
function expectHarmless(entry: HistoryEntry): void {
  expect(Object.getPrototypeOf(entry)).toBe(Object.prototype)
  const fields = ['at', 'caipNetworkId', 'from', 'hash', 'id', 'status', 'to', 'transfers', 'type']
  expect(Object.keys(entry).filter((key) => !fields.includes(key))).toEqual([])
  expect(entry.id).toMatch(/^[\x21-\x7e]{1,200}$/)
  expect(entry.caipNetworkId).toBe('eip155:1')
  expect(entry.type).toMatch(/^[a-z_]*$/)
  expect(['confirmed', 'failed', 'pending', 'unknown']).toContain(entry.status)
  for (const text of [entry.hash, entry.from, entry.to]) expect(text ?? 'a').toMatch(/^[\w:./+=-]{1,128}$/)
  expect(entry.at === undefined || (entry.at > 0 && entry.at < 4e12)).toBe(true)
  expect(entry.transfers.length).toBeLessThanOrEqual(50)
  for (const { name, symbol, amount, decimals, priceUsd, imageUrl, direction } of entry.transfers) {
    expect(['in', 'out', 'self']).toContain(direction)
    expect(`${name}${symbol}`).not.toMatch(/\p{C}/u)
    expect([name.length <= 80, symbol.length <= 80, decimals >= 0 && decimals <= 36]).toEqual([true, true, true])
    expect(amount === undefined || amount >= 0n).toBe(true)
    expect(priceUsd === undefined || priceUsd > 0n).toBe(true)
    expect(imageUrl ?? 'https://').toMatch(/^(https:\/\/|data:image\/)/)
  }
}

async function ask(modal: WalletModal): Promise<readonly HistoryEntry[]> {
  const activity = modal.use(history)
  if (!activity) throw new Error('not running')
  await inTime(activity.refresh())
  expect(['ready', 'failed', 'unlisted']).toContain(activity.status.peek())
  return activity.entries.peek()
}

/** Connects a fake wallet. Each run then changes its account, so that nothing is cached from the run before. */
async function start() {
  const fake = createFakeNamespace('eip155', { isIndexed: true })
  const modal = createWalletModal({
    plugins: [fake.plugin(), history()],
    networks: fake.networks,
    endpoints: { blockchain: server.url },
    logLevel: 'silent',
  })
  await modal.connections.connect(fake.wallet.connector)
  return { modal, fake }
}

test(`A4: GET /v1/account/{account}/history: a broken record does not affect the others (${trial.numRuns} mutations, seed ${trial.seed})`, () => {
  const all = read<{ entries: readonly HistoryEntry[] }>(schema, JSON.stringify(valid)).entries
  expect(all.map(({ transfers }) => transfers[0]?.amount)).toEqual([1_000_000_000_000_000_001n, 1n, undefined])
  let spared = 0
  fc.assert(
    fc.property(mutationsOf(valid), (next) => {
      const untouched = all.filter((_, at) => isUntouched(next, ['data', at]))
      if (untouched.length === 0) return
      const { entries } = read<{ entries: readonly HistoryEntry[] }>(schema, next.body)
      for (const entry of untouched) expect(entries).toContainEqual(entry)
      for (const entry of entries) expectHarmless(entry)
      spared += untouched.length
    }),
    trial,
  )
  expect(spared).toBeGreaterThan(trial.numRuns / 20)
})

test(`A4: GET /v1/account/{account}/history: any reply results in entries that are safe to show, or in a failure (${trial.numRuns} mutations, seed ${trial.seed})`, async () => {
  const { modal, fake } = await start()
  using _ = modal
  mutation = whole({ http: ['eip155:1'], ws: [] })
  await ask(modal) // the modal now caches which networks the service supports
  let run = 0
  let shown = 0
  await fc.assert(
    fc.asyncProperty(mutationsOf(valid), async (next) => {
      mutation = next
      fake.wallet.changeAccounts([`fake-${run++}`])
      const entries = await ask(modal)
      for (const entry of entries) expectHarmless(entry)
      shown += entries.length
      expect(modal.errors.value).toEqual([])
    }),
    trial,
  )
  expect(shown).toBeGreaterThan(trial.numRuns / 20)
})

test(`A4: GET /v1/supported-chains: any reply results in a list of strings, or in an error (${trial.numRuns} mutations, seed ${trial.seed})`, () => {
  let listed = 0
  fc.assert(
    fc.property(mutationsOf({ http: ['eip155:1', 'eip155:137'], ws: [] }), (next) => {
      try {
        const ids = read<readonly unknown[]>(servedChains, next.body)
        expect(ids.every((one) => typeof one === 'string')).toBe(true)
        listed += ids.length
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    }),
    trial,
  )
  expect(listed).toBeGreaterThan(trial.numRuns / 20)
})
