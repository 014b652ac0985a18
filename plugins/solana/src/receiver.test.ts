import { PublicKey } from '@solana/web3.js-1'
import { createWalletModal, definePlugin, type Network } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import networks from '../networks.json' with { type: 'json' }
import { receivers } from './contract.js'
import { isOnCurve } from './curve.js'
import { solana } from './index.js'
import { addressOf, publicKeyOf } from './wallet.test.fixtures.js'

const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const [mint, owner] = [addressOf(7), addressOf(8)]

/** The address that the associated token program derives. */
const associatedOf = (program: string): string =>
  PublicKey.findProgramAddressSync(
    [publicKeyOf(8), new PublicKey(program).toBytes(), publicKeyOf(7)],
    new PublicKey(ASSOCIATED),
  )[0].toBase58()
const associated = associatedOf(TOKEN)

const dataOf = (length: number, kind?: number): string => {
  const data = new Uint8Array(length)
  data.set(publicKeyOf(7), 0)
  data.set(publicKeyOf(8), 32)
  if (kind !== undefined) data[165] = kind
  return btoa(String.fromCharCode(...data))
}

const asker = definePlugin({
  name: 'asker',
  kernel: '^0.1',
  requires: [receivers],
  setup: (ctx) => ctx.get(receivers),
})

/** Bodies of the requests to the node. */
const requests: string[] = []

/** Calls `inspect` with a node that answers `getAccountInfo` with the given value. */
async function inspect(address: string, value: unknown) {
  requests.length = 0
  vi.stubGlobal('fetch', async (_: unknown, { body }: { readonly body: string }) => {
    requests.push(body)
    const [call] = [JSON.parse(body)].flat()
    const reply = { jsonrpc: '2.0', id: call.id, result: { context: { slot: 1 }, value } }
    return Response.json(Array.isArray(JSON.parse(body)) ? [reply] : reply)
  })
  using modal = createWalletModal({
    plugins: [solana(), asker()],
    networks: networks as readonly Network[] as Network[],
    prefetch: 'never',
    logLevel: 'silent',
  })
  return await modal.use(asker)?.inspect(address, networks[0]?.caipNetworkId ?? '')
}

afterEach(() => vi.unstubAllGlobals())

describe('D13: a receiver', () => {
  it('is a wallet if the account does not exist yet or the system program owns it', async () => {
    const system = '11111111111111111111111111111111'
    expect(await inspect(addressOf(1), null)).toEqual({ kind: 'wallet' })
    expect(requests).toHaveLength(1)
    expect(await inspect(addressOf(1), { owner: system, data: ['', 'base64'] })).toEqual({ kind: 'wallet' })
  })

  it('is a token account with an owner, in both token programs', async () => {
    const found = { kind: 'tokenAccount', owner, mint }
    expect(await inspect(associated, { owner: TOKEN, data: [dataOf(165), 'base64'] })).toEqual(found)
    expect(await inspect(associatedOf(TOKEN_2022), { owner: TOKEN_2022, data: [dataOf(170, 2), 'base64'] })).toEqual(
      found,
    )
  })

  it('is no token account if its address is not derived from the owner that the node reports', async () => {
    const data = [dataOf(165), 'base64']
    expect(await inspect(addressOf(9), { owner: TOKEN, data })).toEqual({ kind: 'program' })
    expect(await inspect(associated, { owner: TOKEN_2022, data })).toEqual({ kind: 'program' })
  })

  it('is a program account if its address is off the curve, even if no account exists there yet', async () => {
    expect(await inspect(associated, null)).toEqual({ kind: 'program' })
  })

  it('is a program account if it is a mint of a token program', async () => {
    expect(await inspect(mint, { owner: TOKEN, data: [dataOf(82), 'base64'] })).toEqual({ kind: 'program' })
    expect(await inspect(mint, { owner: TOKEN_2022, data: [dataOf(170, 1), 'base64'] })).toEqual({ kind: 'program' })
  })

  it('that is no address is refused without a request', async () => {
    await expect(inspect('I'.repeat(32), null)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(requests).toEqual([])
  })

  it('makes inspect() reject if the node’s answer is not an account', async () => {
    for (const value of [undefined, 7, {}, { owner: TOKEN }, { owner: TOKEN, data: 'AAAA' }])
      await expect(inspect(addressOf(1), value)).rejects.toMatchObject({ code: 'INVALID_DATA' })
  })
})

describe('isOnCurve', () => {
  it('agrees with web3.js 1.x on any 32 bytes', () => {
    let on = 0
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        if (isOnCurve(bytes)) on++
        return isOnCurve(bytes) === PublicKey.isOnCurve(bytes)
      }),
      { numRuns: 300 },
    )
    expect(on).toBeGreaterThan(50)
  })

  it('is true for public keys and false for program-derived addresses', () => {
    for (let seed = 1; seed < 20; seed++) expect(isOnCurve(publicKeyOf(seed))).toBe(true)
    expect(isOnCurve(new PublicKey(associated).toBytes())).toBe(false)
  })
})
