import { generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { fromBase58, toBase58 } from './encodings.js'
import { createFakeSession } from './session.test.fixtures.js'
import { createSolanaWallet } from './solana.js'
import { isSigned, withSignature } from './solana-transaction.js'

const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const TESTNET = 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'
const OLD_DEVNET = 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K'
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const key = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
const address = toBase58(key)
const methods = ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction']

interface Wallet {
  readonly accounts: readonly { readonly address: string; readonly chains: readonly string[] }[]
  readonly features: Record<
    string,
    Record<string, (...inputs: unknown[]) => Promise<readonly Record<string, Uint8Array>[]>>
  >
}

function stage(accounts = [`${DEVNET}:${address}`]) {
  const session = createFakeSession('solana', { solana: { accounts, methods } }, [DEVNET])
  const wallet = createSolanaWallet(session.parts) as unknown as Wallet
  const use = (feature: string, name: string, input: object) =>
    wallet.features[feature]?.[name]?.({ account: { address }, ...input })
  return { ...session, wallet, use }
}

/** Unsigned transaction, version 0 or legacy, with `signers` signers; the test's key is at index `at`. */
function draft(signers: number, at: number, isVersioned: boolean): Uint8Array {
  const keys = Array.from({ length: signers + 1 }, (_, index) =>
    index === at ? key : new Uint8Array(32).fill(index + 1),
  )
  const message = [
    ...(isVersioned ? [0x80] : []),
    signers,
    0,
    1,
    keys.length,
    ...keys.flatMap((one) => [...one]),
    ...new Uint8Array(33),
  ]
  return Uint8Array.from([signers, ...new Uint8Array(64 * signers), ...message])
}

describe('base58', () => {
  test('round-trips bytes, including leading zeros', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), fc.nat(3), (bytes, zeros) => {
        const padded = Uint8Array.from([...new Uint8Array(zeros), ...bytes])
        expect(fromBase58(toBase58(padded))).toEqual(padded)
      }),
    ))

  test('encodes known values and refuses characters outside its alphabet', () => {
    expect(toBase58(new TextEncoder().encode('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U')
    expect(toBase58(new Uint8Array(32))).toBe('1'.repeat(32))
    for (const text of ['0', 'O', 'I', 'l', ' ', '<']) expect(fromBase58(text)).toBeNull()
  })
})

describe('a Wallet Standard wallet over a session', () => {
  test.each([
    [1, 0, false],
    [1, 0, true],
    [3, 2, false],
    [3, 1, true],
    [100, 99, true],
  ])(
    'inserts the signature into the transaction if an older wallet returns only the signature: %i signers, index %i, versioned %s',
    (signers, at, isVersioned) => {
      const made = draft(signers, at, isVersioned)
      const signature = new Uint8Array(64).fill(9)
      const signed = withSignature(made, key, signature)
      const offset = 1 + at * 64
      expect(signed?.slice(offset, offset + 64)).toEqual(signature)
      expect([isSigned(made, key), isSigned(signed ?? made, key)]).toEqual([false, true])
      expect(withSignature(made, new Uint8Array(32).fill(200), signature)).toBeNull()
    },
  )

  test('isSigned does not throw for any bytes', () =>
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void isSigned(bytes, key))))

  test('returns the signed transaction of a newer wallet, and refuses one without the account’s signature', async () => {
    const { use, answer } = stage()
    const made = draft(1, 0, true)
    const signed = withSignature(made, key, new Uint8Array(64).fill(7)) ?? made
    answer({ transaction: Buffer.from(signed).toString('base64') })
    const [first] = (await use('solana:signTransaction', 'signTransaction', { transaction: made })) ?? []
    expect(first?.signedTransaction).toEqual(signed)
    for (const bad of [{ transaction: Buffer.from(made).toString('base64') }, { signature: 'x' }, {}, null, 'no']) {
      answer(bad)
      await expect(use('solana:signTransaction', 'signTransaction', { transaction: made })).rejects.toMatchObject({
        code: 'INVALID_DATA',
      })
    }
  })

  test('sends a message in base58 on the active network and returns the 64-byte signature', async () => {
    const { use, answer, walletRequests } = stage()
    const message = new TextEncoder().encode('hello')
    answer({ signature: toBase58(new Uint8Array(sign(null, message, privateKey))) })
    const [first] = (await use('solana:signMessage', 'signMessage', { message })) ?? []
    expect(first?.signature?.length).toBe(64)
    expect(walletRequests).toEqual([[DEVNET, 'solana_signMessage', { message: toBase58(message), pubkey: address }]])
  })

  test.each([
    ['is connecting', undefined],
    ['is active on another network', DEVNET],
  ])('keeps using its own network while another wallet %s', async (_, other) => {
    const { use, answer, walletRequests, useOn } = stage([`${DEVNET}:${address}`, `${TESTNET}:${address}`])
    const message = new TextEncoder().encode('hello')
    answer({ signature: toBase58(new Uint8Array(sign(null, message, privateKey))) })
    useOn(TESTNET, other)
    await use('solana:signMessage', 'signMessage', { message })
    expect(walletRequests.map(([network]) => network)).toEqual([TESTNET])
  })

  test('maps the cluster id that older wallets use to the current one', () => {
    const { wallet, parts } = stage([`${OLD_DEVNET}:${address}`])
    expect(wallet.accounts).toMatchObject([{ address, chains: ['solana:devnet', DEVNET] }])
    expect(parts.session.approved()).toMatchObject({ chains: [DEVNET], walletChains: [OLD_DEVNET] })
  })

  test('D13: omits an address that does not decode to 32 bytes, and sends no request for it', async () => {
    const { wallet, use, walletRequests } = stage([`${DEVNET}:${'2'.repeat(32)}`])
    expect(wallet.accounts).toEqual([])
    await expect(use('solana:signMessage', 'signMessage', { message: new Uint8Array(1) })).rejects.toMatchObject({
      code: 4900,
    })
    expect(walletRequests).toEqual([])
  })

  test('has the features that the wallet approved, and none after the session ended', () => {
    const { wallet, update } = stage()
    expect(Object.keys(wallet.features)).toContain('solana:signTransaction')
    update({ solana: { accounts: [`${DEVNET}:${address}`], methods: ['solana_signMessage'] } })
    expect(Object.keys(wallet.features).filter((name) => name.startsWith('solana:'))).toEqual(['solana:signMessage'])
    update({})
    expect([wallet.accounts, Object.keys(wallet.features).filter((name) => name.startsWith('solana:'))]).toEqual([
      [],
      [],
    ])
  })
})

test('an exception in a listener of the site does not prevent other listeners from being called', () => {
  const failure = new Error('of the site')
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const { wallet, update } = stage()
  const heard = vi.fn()
  const listen = (listener: () => void): void => void wallet.features['standard:events']?.on?.('change', listener)
  listen(() => {
    throw failure
  })
  listen(heard)
  update({})
  vi.unstubAllGlobals()
  expect([heard.mock.calls, reported.mock.calls]).toEqual([[[{ accounts: [] }]], [[failure]]])
})
