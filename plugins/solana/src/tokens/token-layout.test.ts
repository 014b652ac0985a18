import { describe, expect, it } from 'vitest'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../programs.js'
import { readMint, unsendableReason } from './token-layout.js'

const [INTEREST, SCALED] = [10, 25]

/** The bytes of a mint of Token-2022 with one extension, as the chain has them. */
function mintWith(kind: number, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(166 + 4 + data.length)
  bytes[44] = 6
  bytes[45] = 1
  bytes[165] = 1
  const view = new DataView(bytes.buffer)
  view.setUint16(166, kind, true)
  view.setUint16(168, data.length, true)
  bytes.set(data, 170)
  return bytes
}

function scaled(multiplier: number, next: number): Uint8Array {
  const data = new Uint8Array(32 + 8 + 8 + 8).fill(7, 0, 32)
  const view = new DataView(data.buffer)
  view.setFloat64(32, multiplier, true)
  view.setBigInt64(40, 1_700_000_000n, true)
  view.setFloat64(48, next, true)
  return data
}

function interest(before: number, now: number): Uint8Array {
  const data = new Uint8Array(32 + 8 + 2 + 8 + 2).fill(7, 0, 32)
  const view = new DataView(data.buffer)
  view.setBigInt64(32, 1_600_000_000n, true)
  view.setInt16(40, before, true)
  view.setBigInt64(42, 1_700_000_000n, true)
  view.setInt16(50, now, true)
  return data
}

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
      'Wallets display other amounts of this token than the chain stores. Send it with the wallet.',
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
