// @vitest-environment happy-dom
import { createWalletModal, definePlugin, type SentTransaction } from '@wallet-modal/kernel'
import { beforeEach, expect, it } from 'vitest'
import { hasId } from './listed.js'
import { createSentStore } from './sent.js'
import { MAX_STORED } from './stored-transaction.js'

beforeEach(() => localStorage.clear())

const host = definePlugin({
  name: 'host',
  kernel: '^0.1',
  permissions: { storage: ['sent'] },
  setup: (ctx) => ctx,
})
const transaction = (
  more: Partial<Pick<SentTransaction, 'hash' | 'replacementHash' | 'trace' | 'address' | 'sentAt'>>,
): SentTransaction => ({
  ...{ type: 'custom', kind: 'host#call', title: 'Call', caipNetworkId: 'eip155:1', address: '0xowner', sentAt: 1 },
  ...more,
})

function open() {
  const modal = createWalletModal({ plugins: [host()], prefetch: 'never', logLevel: 'silent' })
  const ctx = modal.use(host)
  if (!ctx) throw new Error('There is no context.')
  return { store: createSentStore(ctx), [Symbol.dispose]: () => modal.dispose() }
}

it('finished transactions do not push out unfinished ones', () => {
  using page = open()
  page.store.keep(transaction({ hash: 'unfinished' }), [])
  for (let index = 0; index < MAX_STORED; index++) {
    page.store.keep(transaction({ hash: `finished ${index}` }), [])
    page.store.settle(transaction({ hash: `finished ${index}` }), 'confirmed')
  }
  const hashes = page.store.all.peek().map(({ hash }) => hash)
  expect(hashes).toHaveLength(MAX_STORED)
  expect([hashes.at(0), hashes.at(-2), hashes.at(-1)]).toEqual([
    `finished ${MAX_STORED - 1}`,
    'finished 1',
    'unfinished',
  ])
})

it('the hash of a batch is not stored for a batch with the same id of another account', () => {
  using page = open()
  page.store.keep(transaction({ trace: '0x1' }), [])
  page.store.keep(transaction({ trace: '0x1', address: '0xother', sentAt: 2 }), [])
  page.store.setSeen(transaction({ trace: '0x1', hash: '0xabc' }))
  expect(page.store.all.peek().map(({ address, hash }) => [address, hash])).toEqual([
    ['0xother', undefined],
    ['0xowner', '0xabc'],
  ])
})

it('a view of a transaction that was sped up finds its entry, also after a source has listed it', () => {
  using page = open()
  page.store.keep(transaction({ hash: '0xslow', trace: 'contents' }), [])
  page.store.setSeen(transaction({ hash: '0xslow', trace: 'contents', replacementHash: '0xfast' }))
  const entry = { caipNetworkId: 'eip155:1', type: 'send', status: 'confirmed', transfers: [], hash: '0xfast' } as const
  for (const id of ['sent:0xslow', 'sent:1:custom'])
    for (const entryId of ['sent:0xslow', 'listed'])
      expect(hasId({ ...entry, id: entryId }, page.store.currentId(id)), `${id} ${entryId}`).toBe(true)
})
