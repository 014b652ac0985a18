import { readStoredTransaction, toStoredTransaction } from '@wallet-modal/kernel/transactions'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callOf } from '../node.test.fixtures.js'
import { toBatch } from './request.js'
import { sendCalls } from './send-calls.js'
import { CAPABILITIES_MS, CAPABILITIES_PAUSE_MS, createWalletAccess } from './wallet-access.js'

const [me, you] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] as const
const request = toBatch(me, '1', [callOf({ receiver: you, amount: 5n, contract: undefined })])
const account = { address: me, type: 'eoa' } as const
const withCode = (code: number, message = 'no'): Error => Object.assign(new Error(message), { code })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
const settle = async <T>(work: Promise<T>): Promise<T | { code: unknown }> => {
  const done = work.catch((error: { code: unknown }) => error)
  await vi.advanceTimersByTimeAsync(120_000)
  return done
}

describe('batches by EIP-5792', () => {
  it.each([
    [{ '0x1': { atomic: { status: 'supported' } } }, true],
    [{ '0x1': { atomic: { status: 'ready' } } }, false],
    [{ '0x2': { atomic: { status: 'supported' } } }, false],
    [withCode(4200), false],
    [withCode(-32601), false],
    [withCode(-32603, 'wallet_getCapabilities is not supported'), false],
    [withCode(-32000, 'Unsupported method'), false],
    [withCode(-32603, 'The method does not exist / is not available.'), false],
    [null, false],
    ['x', false],
  ])('supportsBatch for the capabilities %o is true only with atomic "supported"', async (answer, takes) => {
    const request = vi.fn(async () => {
      if (answer instanceof Error) throw answer
      return answer
    })
    const access = createWalletAccess()
    access.remember({ request })
    expect(await settle(access.supportsBatch({ provider: { request }, account }, '1'))).toBe(false) // another object than the remembered provider
    const provider = { request }
    access.remember(provider)
    expect(await settle(access.supportsBatch({ provider, account }, '1'))).toBe(takes)
    expect(await settle(access.supportsBatch({ provider, account }, '1'))).toBe(takes)
    expect(request).toHaveBeenCalledTimes(1)
  })

  it.each([withCode(-32603), withCode(4001)])('supportsBatch asks again after %o', async (failure) => {
    const request = vi.fn(async () => ({ '0x1': { atomic: { status: 'supported' } } }))
    const provider = {
      request: vi.fn(async (): Promise<unknown> => {
        throw failure
      }),
    }
    const access = createWalletAccess()
    access.remember(provider)
    expect(await settle(access.supportsBatch({ provider, account }, '1'))).toBe(undefined)
    provider.request.mockImplementation(request)
    await vi.advanceTimersByTimeAsync(CAPABILITIES_PAUSE_MS)
    expect(await settle(access.supportsBatch({ provider, account }, '1'))).toBe(true)
    expect(provider.request).toHaveBeenCalledTimes(2)
  })

  it('supportsBatch is true for atomic "ready" if the user chose to delegate the account', async () => {
    const provider = { request: vi.fn(async () => ({ '0x1': { atomic: { status: 'ready' } } })) }
    const access = createWalletAccess()
    access.remember(provider)
    const delegated = { address: me, type: 'smartAccount', isDelegated: true } as const
    expect(await settle(access.supportsBatch({ provider, account }, '1'))).toBe(false)
    expect(await settle(access.supportsBatch({ provider, account: delegated }, '1'))).toBe(true)
  })

  it('a script that replaces `request` after the wallet connected receives no requests, even if the wallet connects again', async () => {
    const request = vi.fn(async () => '0x1')
    const stolen = vi.fn(async () => '0x2')
    const provider = { request }
    const access = createWalletAccess()
    access.remember(provider)
    Object.assign(provider, { request: stolen })
    access.remember(provider)
    expect(await access.of(provider)?.('eth_chainId')).toBe('0x1')
    expect(request).toHaveBeenCalledExactlyOnceWith({ method: 'eth_chainId' })
    expect(stolen).not.toHaveBeenCalled()
  })

  describe('if the wallet does not reply in time', () => {
    const sleepingWallet = () => {
      const replies: ((reply: object) => void)[] = []
      const provider = { request: vi.fn(() => new Promise((resolve) => replies.push(resolve))) }
      const access = createWalletAccess()
      access.remember(provider)
      return { provider, replies, supportsBatch: () => access.supportsBatch({ provider, account }, '1') }
    }
    const untilLimit = async <T>(work: Promise<T>): Promise<T> => {
      await vi.advanceTimersByTimeAsync(CAPABILITIES_MS)
      return work
    }

    it.each([
      ['supported', true],
      ['unsupported', false],
    ])('supportsBatch is undefined until the reply arrives; a late "%s" counts', async (status, isSupported) => {
      const { provider, replies, supportsBatch } = sleepingWallet()
      expect(await untilLimit(supportsBatch())).toBe(undefined)
      replies[0]?.({ '0x1': { atomic: { status } } })
      await vi.advanceTimersByTimeAsync(0)
      expect(await supportsBatch()).toBe(isSupported)
      await vi.advanceTimersByTimeAsync(10 * CAPABILITIES_PAUSE_MS)
      expect(await supportsBatch()).toBe(isSupported)
      expect(provider.request).toHaveBeenCalledTimes(1)
    })

    it('only the first call waits; later calls ask again after a pause that doubles', async () => {
      const { provider, replies, supportsBatch } = sleepingWallet()
      await untilLimit(supportsBatch())
      const requestTimes: number[] = []
      const start = Date.now() - CAPABILITIES_MS
      for (let second = 3; second < 240; second++) {
        const before = provider.request.mock.calls.length
        expect(await supportsBatch()).toBe(undefined) // would not resolve without the timers if it waited
        if (provider.request.mock.calls.length > before) requestTimes.push((Date.now() - start) / CAPABILITIES_PAUSE_MS)
        await vi.advanceTimersByTimeAsync(1_000)
      }
      expect(requestTimes).toEqual([1, 3, 7, 15])
      replies.at(-1)?.({ '0x1': { atomic: { status: 'supported' } } })
      replies[0]?.({})
      await vi.advanceTimersByTimeAsync(0)
      expect(await supportsBatch()).toBe(true)
    })
  })

  const wallet = (answers: Readonly<Record<string, unknown>>) =>
    vi.fn(async (method: string): Promise<unknown> => {
      const answer = answers[method]
      if (answer instanceof Error) throw answer
      return answer
    })
  it.each([
    ['an id (sent, with the id as trace)', { wallet_sendCalls: { id: '0x1' } }, { status: 'sent', trace: '0x1' }],
    ['an id that is a plain string (sent)', { wallet_sendCalls: '0x1' }, { status: 'sent', trace: '0x1' }],
    ['an id that is too long to be stored (unknown)', { wallet_sendCalls: 'x'.repeat(8195) }, { status: 'unknown' }],
    [
      'a refusal code with a message of a node that has the transaction (unknown)',
      { wallet_sendCalls: Object.assign(new Error('already known'), { code: -32602 }) },
      { status: 'unknown' },
    ],
    [
      'the code NOT_SENT of the embedded wallet (NOT_SENT)',
      { wallet_sendCalls: Object.assign(new Error('execution reverted'), { code: 'NOT_SENT' }) },
      { code: 'NOT_SENT', message: expect.stringContaining('execution reverted') },
    ],
    [
      'the code NOT_SENT for an account without coins for the fee (INSUFFICIENT_FUNDS)',
      { wallet_sendCalls: Object.assign(new Error('insufficient funds for gas'), { code: 'NOT_SENT' }) },
      { code: 'INSUFFICIENT_FUNDS' },
    ],
    ['a rejection by the user (rejected)', { wallet_sendCalls: withCode(4001) }, { status: 'rejected' }],
    ['error 5740, bundle too large (NOT_SENT)', { wallet_sendCalls: withCode(5740) }, { code: 'NOT_SENT' }],
    [
      'an "insufficient funds" error with an inner refusal code, which is not trusted (unknown)',
      { wallet_sendCalls: Object.assign(new Error('insufficient funds'), { code: -32000, data: { code: 4100 } }) },
      { status: 'unknown' },
    ],
    ['an internal error (unknown)', { wallet_sendCalls: withCode(-32603) }, { status: 'unknown' }],
    ['an answer that is not an id (unknown)', { wallet_sendCalls: 7 }, { status: 'unknown' }],
  ])('B3: sendCalls requests wallet_sendCalls only once; outcome for %s', async (_, answers, outcome) => {
    const requestWallet = wallet(answers)
    expect(await settle(sendCalls(requestWallet, request))).toMatchObject(outcome)
    expect(requestWallet.mock.calls).toEqual([['wallet_sendCalls', [request]]])
  })

  it('accepts the longest id of the standard (4096 bytes), which can be stored, and no longer one', async () => {
    const outcomeOf = (id: string) => sendCalls(async () => ({ id }), request)
    const longest = `0x${'ab'.repeat(4096)}`
    const outcome = await outcomeOf(longest)
    expect(outcome).toEqual({ status: 'sent', trace: longest })
    const stored = toStoredTransaction({
      ...{ type: 'contractCall', target: you, title: 'Call', caipNetworkId: 'eip155:1', address: me, sentAt: 1 },
      trace: longest,
    })
    expect(readStoredTransaction(stored).trace).toBe(longest)
    expect(await outcomeOf(`${longest}ab`)).toMatchObject({ status: 'unknown' })
  })
})
