// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHECK_MS } from './submitter.js'
import { decoders, transactionPolicies } from './transactions.js'
import { createStage, hash, token } from './transactions.test.fixtures.js'

beforeEach(() => localStorage.clear())
afterEach(() => vi.useRealTimers())

const raw = { type: 'undecoded', call: 'raw', target: 'contract', name: '0x12345678', value: 3n } as const

describe('prepare', () => {
  it('returns a frozen review of the actions that the transaction bytes contain', async () => {
    using stage = await createStage()
    const { review } = await stage.prepare()
    expect(review.actions).toEqual([expect.objectContaining({ type: 'transfer', amount: 7n, to: 'fake-9' })])
    expect(Object.isFrozen(review)).toBe(true)
  })

  const transfer = { type: 'transfer', assetId: token.assetId, amount: 7n, from: 'fake-1', to: 'fake-9' } as const
  it.each([
    ['a lower amount', [{ ...transfer, amount: 6n }]],
    ['a higher amount', [{ ...transfer, amount: 8n }]],
    ['another receiver', [{ ...transfer, to: 'fake-8' }]],
    ['another token', [{ ...transfer, assetId: 'fake:1/token:1' }]],
    ['an additional memo', [{ ...transfer, note: { memo: 'x' } }]],
    ['a second transfer', [transfer, transfer]],
    ['an additional call', [transfer, raw]],
    ['no actions', []],
  ])('I7: rejects bytes that contain %s', async (_, contents) => {
    using stage = await createStage()
    stage.driver.change = { contents }
    await expect(stage.prepare()).rejects.toMatchObject({ code: 'REFUSED' })
  })

  it('does not submit a transaction that was prepared for an estimate', async () => {
    using stage = await createStage()
    const { review, submit } = await stage.prepare({ isEstimate: true })
    expect(review.fee).toBe(5n)
    await expect(submit()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(stage.driver.sends).toBe(0)
  })

  it('ignores the case of hexadecimal addresses', async () => {
    using stage = await createStage()
    const approval = { type: 'approval', assetId: 'fake:1/erc20:0xAB', amount: 5n, spender: '0xCd' } as const
    stage.driver.change = { contents: [approval] }
    const expected = { ...approval, assetId: 'fake:1/erc20:0xab', spender: '0xcd' }
    expect((await stage.prepare({ expects: [expected] })).review.actions).toEqual([approval])
    await expect(stage.prepare({ expects: [{ ...expected, spender: '0xce' }] })).rejects.toMatchObject({
      code: 'REFUSED',
    })
  })

  it.each([
    ['account', { from: 'fake-2' }],
    ['network', { caipNetworkId: 'fake:2' }],
  ])('rejects bytes for another %s, even if the request expects no actions', async (_, change) => {
    using stage = await createStage()
    stage.driver.change = change
    await expect(stage.prepareOpen()).rejects.toMatchObject({ code: 'REFUSED' })
  })

  it('reviews an unrecognized call as unknown, and a recognized one as its decoder returns it', async () => {
    using stage = await createStage()
    stage.driver.change = { contents: [raw] }
    const unknown = { type: 'unknown', target: 'contract', call: '0x12345678', value: 3n }
    expect((await stage.prepareOpen()).review.actions).toEqual([unknown])
    stage.ctx.add(decoders, { namespace: 'other', decode: () => ({ ...unknown, type: 'unknown', call: 'wrong' }) })
    stage.ctx.add(decoders, {
      namespace: 'fake',
      decode: () => {
        throw new Error('broken')
      },
    })
    const stake = { type: 'custom', kind: 'stranger#stake', title: 'Stake', facts: [], target: 'contract' } as const
    stage.ctx.add(decoders, { namespace: 'fake', decode: async (call) => (call === 'raw' ? stake : undefined) })
    expect((await stage.prepareOpen()).review.actions).toEqual([stake])
  })

  it('rejects with the reason of a policy', async () => {
    using stage = await createStage()
    stage.driver.change = { contents: [raw] }
    stage.ctx.add(transactionPolicies, ({ actions }) =>
      actions.some(({ type }) => type === 'unknown') ? 'Nobody can read this call.' : undefined,
    )
    const prepared = stage.prepareOpen()
    await expect(prepared).rejects.toMatchObject({ code: 'REFUSED', message: /Nobody can read this call/ })
  })
})

describe('submit', () => {
  it('B3: sends the wallet request once, even if it failed', async () => {
    using stage = await createStage()
    const prepared = await stage.prepare()
    stage.driver.outcome = async () => {
      throw new Error('lost')
    }
    await expect(prepared.submit()).rejects.toThrow('lost')
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(stage.driver.sends).toBe(1)
    expect(stage.events).toEqual(['not sent: lost'])
  })

  it('C4: sends no request if another wallet became active meanwhile', async () => {
    using stage = await createStage()
    const prepared = await stage.prepare()
    await stage.ctx.connections.connect(stage.fake.other.connector)
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
    expect(stage.driver.sends).toBe(0)
  })

  it('sends no request if the bytes differ from the review', async () => {
    using stage = await createStage()
    let payload = 'bytes'
    stage.driver.change = { currentPayload: () => payload }
    const prepared = await stage.prepare()
    payload = 'other bytes'
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
    expect(stage.driver.sends).toBe(0)
  })

  it('sends no request if the account changes while the wallet is checked', async () => {
    using stage = await createStage()
    stage.driver.change = {
      checkWallet: async () => stage.fake.wallet.changeAccounts(['fake-2', 'fake-1']),
    }
    await expect((await stage.prepare()).submit()).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
    expect(stage.driver.sends).toBe(0)
  })

  it('B3: sends no request if the wallet does not respond to the check in time, not even when it responds later', async () => {
    using stage = await createStage()
    let respond = (): void => undefined
    stage.driver.change = { checkWallet: () => new Promise((resolve) => (respond = resolve)) }
    const prepared = await stage.prepare()
    vi.useFakeTimers()
    const submitted = expect(prepared.submit()).rejects.toMatchObject({ code: 'NOT_SENT', message: /did not respond/ })
    await vi.advanceTimersByTimeAsync(CHECK_MS)
    await submitted
    respond()
    await vi.advanceTimersByTimeAsync(1)
    expect(stage.driver.sends).toBe(0)
  }, 2_000)

  it('emits transactionSeen with the nonce once the chain returns it', async () => {
    using stage = await createStage()
    stage.driver.outcome = async () => ({ status: 'sent', hash, nonce: Promise.resolve(4n) })
    expect(await (await stage.prepare()).submit()).toMatchObject({
      status: 'sent',
      sent: { type: 'transfer', hash, amount: 7n, receiver: 'fake-9', address: 'fake-1', caipNetworkId: 'fake:1' },
    })
    await vi.waitFor(() => expect(stage.events).toEqual([`sent ${hash}`, `seen ${hash} 4`]))
  })

  it('emits no transactionSeen if the chain does not return the nonce', async () => {
    using stage = await createStage()
    stage.driver.outcome = async () => ({ status: 'sent', hash, nonce: Promise.resolve(undefined) })
    await (await stage.prepare()).submit()
    await new Promise((resolve) => setTimeout(resolve))
    expect(stage.events).toEqual([`sent ${hash}`])
  })

  it('emits transactionNotSent for a rejection, and nothing else', async () => {
    using stage = await createStage()
    stage.driver.outcome = async () => ({ status: 'rejected' })
    expect(await (await stage.prepare()).submit()).toEqual({ status: 'rejected' })
    expect(stage.events).toEqual(['not sent: rejected'])
    expect(await stage.transactions.recover()).toEqual([])
  })

  it('emits transactionNotSent for a failure after which nothing was sent', async () => {
    using stage = await createStage()
    stage.driver.outcome = async () => {
      throw new Error('the node refused it')
    }
    await expect((await stage.prepare()).submit()).rejects.toThrow('the node refused it')
    expect(stage.events).toEqual(['not sent: the node refused it'])
  })
})

/** Opens a page, submits a transaction, and closes the page before the wallet replies. */
async function closeDuringRequest(): Promise<void> {
  using stage = await createStage()
  stage.driver.outcome = () => new Promise(() => undefined)
  void (await stage.prepare()).submit()
  await vi.waitFor(() => expect(stage.driver.sends).toBe(1))
}

describe('a page that is closed during the wallet request', () => {
  it('the next page recovers the unanswered request, once', async () => {
    await closeDuringRequest()
    using next = await createStage()
    expect(await next.transactions.recover()).toEqual([])
    expect(await next.transactions.recover(['swap', 'approval'])).toEqual([])
    const [lost, ...others] = await next.transactions.recover(['transfer'])
    expect(lost).toMatchObject({ type: 'transfer', amount: 7n, receiver: 'fake-9' })
    expect([others, lost?.hash]).toEqual([[], undefined])
    expect(next.events).toEqual(['sent'])
    expect(await next.transactions.recover(['transfer'])).toEqual([])
  })

  it('a later page shows the request that the next page has only reported', async () => {
    await closeDuringRequest()
    {
      using reporting = await createStage()
      expect(await reporting.transactions.recover()).toEqual([])
      expect(reporting.events).toEqual(['sent'])
    }
    using later = await createStage()
    expect(await later.transactions.recover(['transfer'])).toMatchObject([{ receiver: 'fake-9' }])
    expect(later.events).toEqual([])
  })

  it('several requests can be recovered one by one', async () => {
    const stage = await createStage()
    stage.driver.outcome = () => new Promise(() => undefined)
    for (const receiver of ['fake-8', 'fake-9']) {
      const draft = await stage.prepare({ summarize: () => ({ type: 'transfer', receiver, token, amount: 7n }) })
      void draft.submit()
    }
    await vi.waitFor(() => expect(stage.driver.sends).toBe(2))
    stage[Symbol.dispose]()
    using next = await createStage()
    const recoverOne = () => next.transactions.recover(['transfer'], 1)
    expect([await recoverOne(), await recoverOne(), await recoverOne()]).toMatchObject([
      [{ receiver: 'fake-9' }],
      [{ receiver: 'fake-8' }],
      [],
    ])
  })

  it('concurrent calls find the request: a call for another type does not hide it', async () => {
    await closeDuringRequest()
    using next = await createStage()
    const calls = [next.transactions.recover(), next.transactions.recover(['transfer'])]
    expect((await Promise.all(calls)).map(({ length }) => length)).toEqual([0, 1])
    expect(next.events).toEqual(['sent'])
  })
})
