// @vitest-environment happy-dom
import { type TransactionStatus, transactionSent, transactionSettled } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import {
  api,
  emit,
  path,
  record,
  rendered,
  resetEachTest,
  show,
  visibleText,
  waitForText,
} from './history.test.fixtures.js'
import { history, type SiteTransaction } from './index.js'

resetEachTest()

const id = 'ab'.repeat(32)
const hash = `0x${id}`
const mint: SiteTransaction = { caipNetworkId: 'eip155:1', hash, title: 'Mint Tile #7' }
const empty = { [path]: { data: [], next: null } }
const add = (transaction: SiteTransaction): Promise<void> | undefined => rendered?.modal.use(history)?.add(transaction)

describe('add', () => {
  it('lists a transaction of the site with its title, and follows it until it is confirmed', async () => {
    let status: TransactionStatus = 'pending'
    await show({ status: () => status, script: empty })
    const events: string[] = []
    rendered?.modal.on(transactionSent, (sent) => void events.push(`sent ${sent.hash} ${sent.address}`))
    rendered?.modal.on(transactionSettled, (sent) => void events.push(`settled ${sent.hash} ${sent.status}`))
    await add(mint)
    await waitForText(/PendingMint Tile #7.*Pending/)
    expect(rendered?.modal.use(history)?.entries.peek()).toMatchObject([
      { hash, title: 'Mint Tile #7', status: 'pending', from: 'fake-1', transfers: [] },
    ])
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 })
    try {
      status = 'confirmed'
      await vi.waitFor(() => expect(events).toEqual([`sent ${hash} fake-1`, `settled ${hash} confirmed`]), 9000)
    } finally {
      vi.useRealTimers()
    }
    await waitUntil(() => expect(rendered?.modal.use(history)?.entries.peek()[0]?.status).toBe('confirmed'))
  })

  it.each(['failed', 'replaced'] as const)('shows that the transaction has %s', async (status) => {
    await show({ status: () => status, script: empty })
    await add(mint)
    await waitForText(new RegExp(`Mint Tile #7.*${status === 'failed' ? 'Failed' : 'Replaced'}`))
  })

  it('keeps the title after a page load, and after a source lists the transaction', async () => {
    await show({ script: empty, id: 'kept' })
    await add(mint)
    await waitForText(/PendingMint Tile #7/)
    rendered?.dispose()
    api?.dispose()
    const data = [record(id, { type: 'execute' }), record('old')]
    await show({ script: { [path]: { data, next: null } }, id: 'kept' })
    await waitForText(/November 2026Mint Tile #7.*Received/)
    expect(visibleText()).not.toMatch(/Pending|Executed/)
    rendered?.dispose()
    api?.dispose()
    await show({ script: { [path]: { data, next: null } }, id: 'kept' })
    await waitForText(/November 2026Mint Tile #7.*Received/)
  })

  it('does nothing for a hash that was added before in other letters', async () => {
    await show({ script: empty })
    await add({ ...mint, hash: hash.toUpperCase().replace('0X', '0x') })
    await add(mint)
    expect(rendered?.modal.use(history)?.entries.peek()).toMatchObject([{ hash }])
  })

  it('does not list a transaction again that only other pages of the source contain', async () => {
    const data = [record(id, { type: 'execute' })]
    await show({ script: { [path]: { data, next: null } }, id: 'old' })
    await add(mint)
    await waitForText(/Mint Tile #7/)
    await waitUntil(() => expect(JSON.stringify(localStorage)).toContain('isListed'))
    rendered?.dispose()
    api?.dispose()
    await show({ script: { [path]: { data: [record('newer')], next: null } }, id: 'old' })
    await waitForText(/Received/)
    expect(visibleText()).not.toContain('Mint')
  })

  it('does nothing if the transaction is known', async () => {
    await show({ script: empty })
    emit({ hash })
    await waitForText(/PendingSent−2 COIN/)
    const listener = vi.fn()
    rendered?.modal.on(transactionSent, listener)
    await add(mint)
    expect(listener).not.toHaveBeenCalled()
    expect(visibleText()).toMatch(/PendingSent−2 COIN/)
  })

  it('accepts the address of any connected account, in any spelling', async () => {
    await show({ script: empty, accounts: ['fake-1', '0xABcdef00000000000000000000000000000000AB'] })
    await add({ ...mint, address: '0xabcdef00000000000000000000000000000000ab' })
    rendered?.modal.connections.adapter('eip155').switchAccount('0xABcdef00000000000000000000000000000000AB')
    await waitForText(/PendingMint Tile #7/)
  })

  it.each<[string, string, object]>([
    ['a hash that is the id of a batch', 'INVALID_ARGUMENT', { hash: '0x1:batch' }],
    ['a longer id of a batch', 'INVALID_ARGUMENT', { hash: `0x${'ab'.repeat(40)}` }],
    ['no hash', 'INVALID_ARGUMENT', { hash: undefined }],
    ['an empty title', 'INVALID_ARGUMENT', { title: ' ' }],
    ['a title of 301 characters', 'INVALID_ARGUMENT', { title: 'x'.repeat(301) }],
    ['a title that is not text', 'INVALID_ARGUMENT', { title: 7 }],
    ['a network that the modal does not have', 'UNKNOWN_NETWORK', { caipNetworkId: 'eip155:99' }],
    ['an address that is not connected', 'NOT_CONNECTED', { address: 'fake-9' }],
    ['an address that is not text', 'NOT_CONNECTED', { address: 9 }],
  ])('rejects %s, and adds nothing', async (_, code, change) => {
    await show({ script: empty })
    await waitForText('No transactions yet')
    const listener = vi.fn()
    rendered?.modal.on(transactionSent, listener)
    const stored = JSON.stringify(localStorage)
    await expect(add({ ...mint, ...change })).rejects.toMatchObject({ code })
    expect(listener).not.toHaveBeenCalled()
    expect(rendered?.modal.use(history)?.entries.peek()).toEqual([])
    expect(JSON.stringify(localStorage)).toBe(stored)
  })

  it('rejects while no wallet is connected', async () => {
    await show({ script: empty })
    await rendered?.modal.connections.disconnect()
    await expect(add(mint)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })
})
