import { describe, expect, it } from 'vitest'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../programs.js'
import { readMint, readTokenAccount, risksOf, unsendableReason } from './token-layout.js'
import { interest, mintWith, scaled } from './token-layout.test.fixtures.js'

const [INTEREST, SCALED] = [10, 25]

const whyNot = (kind: number, data: Uint8Array): string | undefined => {
  const mint = readMint(TOKEN_2022_PROGRAM, mintWith(kind, data))
  if (!mint) throw new Error('is no mint')
  return unsendableReason(mint)
}

describe('a token that wallets display in other units than those on the chain', () => {
  it.each([
    ['has a multiplier', SCALED, scaled(5, 5)],
    ['has a multiplier after a change', SCALED, scaled(1, 5)],
    ['has a multiplier before a change', SCALED, scaled(5, 1)],
    ['has a multiplier that is no number', SCALED, scaled(Number.NaN, Number.NaN)],
    ['has a truncated multiplier', SCALED, scaled(1, 1).slice(0, 40)],
    ['bears interest', INTEREST, interest(0, 500)],
    ['has negative interest', INTEREST, interest(0, -1)],
    ['bore interest', INTEREST, interest(500, 0)],
    ['has truncated interest data', INTEREST, interest(0, 0).slice(0, 50)],
  ])('cannot be sent if it %s', (_, kind, data) => {
    expect(whyNot(kind, data)).toBe(
      'Wallets display amounts of this token that differ from those on the chain. Send it with the wallet.',
    )
  })

  it.each([
    ['has a multiplier of one', SCALED, scaled(1, 1)],
    ['bears no interest and never did', INTEREST, interest(0, 0)],
  ])('can be sent if it %s', (_, kind, data) => {
    expect(whyNot(kind, data)).toBeUndefined()
  })

  it('is no valid mint for the first token program, which has no extensions', () => {
    expect(readMint(TOKEN_PROGRAM, mintWith(SCALED, scaled(5, 5)))).toBeUndefined()
  })
})

describe('the risks of a token', () => {
  const [FEE, DEFAULT_STATE, DELEGATE, HOOK, PAUSABLE] = [1, 6, 12, 14, 26]
  const filled = (length: number, value = 1): Uint8Array => new Uint8Array(length).fill(value)

  /** Transfer fees in basis points, before and after the last change. `authority`: each byte of the fee authority; 0 means none. */
  function fees(before: number, after: number, authority = 0): Uint8Array {
    const data = new Uint8Array(108).fill(authority, 0, 32)
    for (const [at, bps] of [
      [72, before],
      [90, after],
    ] as const) {
      new DataView(data.buffer).setBigUint64(at + 8, 2n ** 64n - 1n, true)
      new DataView(data.buffer).setUint16(at + 16, bps, true)
    }
    return data
  }

  it.each<[string, number, Uint8Array, readonly string[]]>([
    ['a transfer fee of 100 %', FEE, fees(10_000, 10_000), ['transferFee']],
    ['a transfer fee that starts later', FEE, fees(0, 1), ['transferFee']],
    ['a transfer fee that ends later', FEE, fees(1, 0), ['transferFee']],
    ['a transfer fee that an authority can introduce', FEE, fees(0, 0, 1), ['transferFee']],
    ['a transfer fee of 0 that nobody can change', FEE, fees(0, 0), []],
    ['transfers that an authority can pause', PAUSABLE, Uint8Array.of(...filled(32), 0), ['pausable']],
    ['transfers that are paused', PAUSABLE, Uint8Array.of(...filled(32, 0), 1), ['pausable']],
    ['transfers that nobody can pause', PAUSABLE, filled(33, 0), []],
    ['a permanent delegate', DELEGATE, filled(32), ['permanentDelegate']],
    ['a permanent delegate that is not set', DELEGATE, filled(32, 0), []],
    ['a transfer hook', HOOK, filled(64), ['transferHook']],
    ['a transfer hook that nobody can change', HOOK, Uint8Array.of(...filled(32, 0), ...filled(32)), ['transferHook']],
    [
      'a transfer hook that an authority can add',
      HOOK,
      Uint8Array.of(...filled(32), ...filled(32, 0)),
      ['transferHook'],
    ],
    ['a transfer hook that nobody can add', HOOK, filled(64, 0), []],
    ['accounts that are frozen by default', DEFAULT_STATE, Uint8Array.of(2), ['frozenByDefault']],
    ['accounts that are usable by default', DEFAULT_STATE, Uint8Array.of(1), []],
    ['a multiplier', SCALED, scaled(5, 5), []],
  ])('are read from the mint: %s', (_, kind, data, risks) => {
    const mint = readMint(TOKEN_2022_PROGRAM, mintWith(kind, data))
    expect(mint && risksOf(mint)).toEqual(risks)
  })
})

describe('account data', () => {
  const mint = mintWith(SCALED, scaled(1, 1))
  const changed = (data: Uint8Array, at: number, value: number): Uint8Array =>
    data.map((byte, index) => (index === at ? value : byte))
  /** Token account with the extension "immutable owner". */
  const tokenAccount = changed(changed(new Uint8Array(170), 165, 2), 166, 7)

  it('are a token account or a mint, by their length and the account type', () => {
    expect(readTokenAccount(TOKEN_PROGRAM, tokenAccount.slice(0, 165))).toMatchObject({ amount: 0n, isFrozen: false })
    expect(readTokenAccount(TOKEN_2022_PROGRAM, tokenAccount)).toMatchObject({ amount: 0n })
    expect(readMint(TOKEN_PROGRAM, mint.slice(0, 82))).toMatchObject({ decimals: 6 })
    expect(readMint(TOKEN_2022_PROGRAM, mint)).toMatchObject({ decimals: 6 })
  })

  it.each<[string, string, Uint8Array]>([
    ['a mint', TOKEN_2022_PROGRAM, mint],
    ['a mint without extensions', TOKEN_PROGRAM, mint.slice(0, 82)],
    ['an account with extensions of the first token program', TOKEN_PROGRAM, tokenAccount],
    ['an account of an unknown type', TOKEN_2022_PROGRAM, changed(tokenAccount, 165, 3)],
    ['shorter data', TOKEN_2022_PROGRAM, tokenAccount.slice(0, 164)],
  ])('are no token account if they are those of %s', (_, program, data) => {
    expect(readTokenAccount(program, data)).toBeUndefined()
  })

  it.each<[string, string, Uint8Array]>([
    ['a token account', TOKEN_2022_PROGRAM, changed(tokenAccount, 45, 1)],
    ['a mint that is not initialized', TOKEN_2022_PROGRAM, changed(mint, 45, 0)],
    ['shorter data', TOKEN_2022_PROGRAM, mint.slice(0, 81)],
  ])('are no mint if they are those of %s', (_, program, data) => {
    expect(readMint(program, data)).toBeUndefined()
  })

  it('have no extensions after the end of the list, and none in the first token program', () => {
    const [before, after] = [mintWith(0, new Uint8Array()), mintWith(SCALED, scaled(5, 5)).slice(166)]
    const ended = Uint8Array.from([...before, ...after])
    expect(readMint(TOKEN_2022_PROGRAM, ended)?.extensions.size).toBe(0)
    expect(readMint(TOKEN_PROGRAM, mint.slice(0, 82))?.extensions.size).toBe(0)
  })
})
