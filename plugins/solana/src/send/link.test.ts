import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSolanaLink } from './link.js'

const main = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const you = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const refused = (code: string, text?: string) => ({
  refusal: { code, severity: 'refuse', ...(text !== undefined && { text }) },
})

describe('readSolanaLink', () => {
  it.each([
    [`solana:${you}`, { receiver: you }],
    [`solana:${you}?label=Shop&message=Thanks%20for%20all`, { receiver: you }],
    [`solana:${you}?amount=0.01`, { receiver: you, assetId: `${main}/slip44:501`, amount: '0.01' }],
    [`solana:${you}?amount=1&spl-token=${usdc}`, { receiver: you, assetId: `${main}/token:${usdc}`, amount: '1' }],
    [`solana:${you}?spl-token=${usdc}`, { receiver: you, assetId: `${main}/token:${usdc}` }],
  ])('reads the Solana Pay link %s as a payment on mainnet', (text, request) => {
    expect(readSolanaLink(text)).toEqual({ request: { caipNetworkId: main, ...request } })
  })

  it.each([
    ...['solana:', 'solana:me', `solana:${you}x`, `solana:${you}/`, `solana://${you}`, `solana:${you}#x`],
    ...['', '-1', '+1', '.5', '1.', '1e3', '1,5', '0x1', '1 ', 'Infinity', '1.2.3'].map(
      (amount) => `solana:${you}?amount=${amount}`,
    ),
    ...[`solana:${you}?amount=1&amount=2`, `solana:${you}?spl-token=usdc`, `solana:${you}?spl-token=`],
  ])('refuses %s', (text) => {
    expect(readSolanaLink(text)).toEqual(refused('badLink'))
  })

  it.each(['solana:https://shop.example/pay', 'solana:https%3A%2F%2Fshop.example%2Fpay%3Forder%3D1'])(
    'refuses a link to a server that builds the transaction: %s',
    (text) => {
      expect(readSolanaLink(text)).toEqual(refused('notAPayment'))
    },
  )

  it('reads the reference and the memo of the payment', () => {
    const note = { memo: 'Order 7: 2 × tea', references: [usdc] }
    const text = `solana:${you}?amount=1&reference=${usdc}&memo=${encodeURIComponent(note.memo)}`
    expect(readSolanaLink(text)).toEqual({
      request: { caipNetworkId: main, receiver: you, assetId: `${main}/slip44:501`, amount: '1', note },
    })
  })

  it.each(['reference=me', 'reference=', 'memo=', 'memo=%20', 'memo=a%0Ab', 'memo=a%E2%80%AEb', 'memo=%EF%BB%BFa'])(
    'refuses the invalid note %s',
    (query) => expect(readSolanaLink(`solana:${you}?amount=1&${query}`)).toEqual(refused('badLink')),
  )

  it('refuses a memo of more than 200 bytes, which is too long for a transaction', () => {
    expect(readSolanaLink(`solana:${you}?memo=${'x'.repeat(200)}`)).toHaveProperty('request')
    expect(readSolanaLink(`solana:${you}?memo=${'x'.repeat(201)}`)).toEqual(refused('linkDemands', 'memo'))
  })

  it('returns undefined for texts that are no Solana link, and never throws', () => {
    for (const text of [you, 'solana', `${main}:${you}`.replace('solana:', 'polkadot:')])
      expect(readSolanaLink(text)).toBeUndefined()
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void expect(readSolanaLink(`solana:${text}`)).toBeDefined()),
    )
  })
})
