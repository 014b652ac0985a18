import { WalletModalError } from '@wallet-modal/kernel'
import { describe, expect, it, vi } from 'vitest'
import { disconnectAfterTests } from '../chain.test.fixtures.js'
import { prepareSend } from '../send/prepare.js'
import { connectKusama } from './kusama.test.fixtures.js'
import { hashOf } from './payload.js'

disconnectAfterTests()

const COIN = 10n ** 12n
const abort = new AbortController()

async function sendTo(status: number, message: string) {
  const refused = new WalletModalError('RPC_ERROR', message, { status })
  const { chains, draft, sent, inclusionWindows } = await connectKusama({
    own: 2n * COIN,
    receiver: { free: COIN, providers: 1 },
    submit: () => {
      throw refused
    },
  })
  const { submit } = await prepareSend(chains, { ...draft, amount: COIN }, abort.signal)
  const outcome = await submit().catch((error: unknown) => error)
  expect(sent).toHaveLength(1)
  return { outcome, refused, hash: hashOf(sent[0] ?? ''), inclusionWindows }
}

describe('a transaction that the pool of the node does not accept', () => {
  it.each([
    [1010, 'Invalid Transaction: Transaction is outdated'],
    [1014, 'Priority is too low: (1 vs 2)'],
  ])('is NOT_SENT for code %i', async (status, message) => {
    const { outcome } = await sendTo(status, message)
    expect(outcome).toMatchObject({ code: 'NOT_SENT' })
  })

  it('counts as sent if the pool already has it', async () => {
    const { outcome, hash } = await sendTo(1013, 'Transaction is already imported')
    expect(outcome).toMatchObject({ status: 'sent', sent: { hash, trace: expect.stringMatching(/^\d+ \d+$/) } })
  })

  it('is unknown if it is temporarily banned, because it may already be in a block', async () => {
    const { outcome, hash, refused, inclusionWindows } = await sendTo(1012, 'Transaction is temporarily banned')
    expect(outcome).toMatchObject({
      status: 'unknown',
      sent: { hash, trace: expect.stringMatching(/^\d+ \d+$/) },
      cause: refused,
    })
    expect(inclusionWindows.has(hash)).toBe(true) // so a status query searches the blocks for the transaction
  })
})

describe('a transaction whose nonce may be used in the meantime', () => {
  const receiver = { free: COIN, providers: 1 }

  it('is not sent if the nonce changed, because it could replace the other transaction', async () => {
    const nonces = [3, 4]
    const { chains, draft, sent, inclusionWindows } = await connectKusama({
      own: 2n * COIN,
      receiver,
      nonces: () => nonces.shift() ?? 4,
    })
    const { submit } = await prepareSend(chains, { ...draft, amount: COIN }, abort.signal)
    await expect(submit()).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
    expect([sent, inclusionWindows.size]).toEqual([[], 0])
  })

  it('is not sent if the node does not return the nonce', async () => {
    let requestCount = 0
    const nonces = (): number => {
      if (requestCount++ === 0) return 3
      throw new Error('The node is gone.')
    }
    const { chains, draft, sent } = await connectKusama({ own: 2n * COIN, receiver, nonces })
    const { submit } = await prepareSend(chains, { ...draft, amount: COIN }, abort.signal)
    await expect(submit()).rejects.toMatchObject({ code: 'NOT_SENT', message: expect.stringMatching(/is gone/) })
    expect(sent).toEqual([])
  })
})

describe('a transaction that differs from the review', () => {
  const accounts = { own: 2n * COIN, receiver: { free: COIN, providers: 1 } }

  it('is not signed if its payload was changed after the review', async () => {
    const { api, chains, draft, sent, signed } = await connectKusama(accounts)
    const create = api.registry.createTypeUnsafe.bind(api.registry)
    const written: { readonly signedExtensions: string[] }[] = []
    vi.spyOn(api.registry, 'createTypeUnsafe').mockImplementation((type, ...more) => {
      const made = create(type, ...more)
      const { toPayload }: { readonly toPayload?: unknown } = Object(made)
      if (type === 'SignerPayload' && typeof toPayload === 'function')
        Object.assign(made, {
          toPayload() {
            const payload = Reflect.apply(toPayload, made, [])
            written.push(payload)
            return payload
          },
        })
      return made as never
    })
    const { submit } = await prepareSend(chains, { ...draft, amount: COIN }, abort.signal)
    written[0]?.signedExtensions.push('CheckSomethingElse')
    await expect(submit()).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
    expect([signed, sent]).toEqual([[], []])
  })

  it.each([
    ['another call', { method: '0x00000400' }],
    ['another nonce', { nonce: '0x00000009' }],
    ['a tip', { tip: '0x0000000000000000000000003b9aca00' }],
  ])('is not sent if the wallet signed %s', async (_, change) => {
    const tamper = (payload: object) => ({ ...payload, ...change })
    const { chains, draft, sent, inclusionWindows } = await connectKusama({ ...accounts, tamper })
    const { submit } = await prepareSend(chains, { ...draft, amount: COIN }, abort.signal)
    await expect(submit()).rejects.toMatchObject({
      code: 'INVALID_DATA',
      message: expect.stringMatching(/the displayed transaction/),
    })
    expect([sent, inclusionWindows.size]).toEqual([[], 0])
  })

  it('is not prepared if the node belongs to another chain (other genesis hash)', async () => {
    const { chains, draft, signed } = await connectKusama({ ...accounts, genesis: '91b171bb158e2d3848fa23a9f1c25182' })
    await expect(prepareSend(chains, { ...draft, amount: COIN }, abort.signal)).rejects.toMatchObject({
      code: 'INVALID_DATA',
      message: 'The transaction is not for Kusama. Nothing was sent.',
    })
    expect(signed).toEqual([])
  })
})
