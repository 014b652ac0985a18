import { describe, expect, it } from 'vitest'
import { readStoredTransaction, type SentTransaction, submissionId, toStoredTransaction } from './sent-transaction.js'

const token = {
  ...{ assetId: 'fake:1/t:6', caipNetworkId: 'fake:1', address: '6', name: 'Six', symbol: 'SIX', decimals: 6 },
  iconUrl: 'https://tokens.example/six.svg',
}
const submission = { caipNetworkId: 'fake:1', address: 'fake-1', hash: '0xabc', nonce: 7n, trace: 'slot 9', sentAt: 5 }
const amount = { token, amount: 10n ** 30n }
const transactions: Readonly<Record<SentTransaction['type'], SentTransaction>> = {
  transfer: { type: 'transfer', receiver: 'fake-9', ...amount, ...submission },
  approval: { type: 'approval', spender: 'fake-8', ...amount, ...submission },
  swap: { type: 'swap', pay: amount, receive: { token, amount: 3n }, ...submission },
  contractCall: { type: 'contractCall', target: 'fake-contract', title: 'Call', ...submission },
  custom: { type: 'custom', kind: 'a#register', title: 'Register', target: 'fake-contract', ...submission },
}
const types = Object.values(transactions)

/** Stores a transaction as JSON, and reads it again after `change`. */
const reread = (sent: SentTransaction, change: (stored: object) => object = (stored) => stored): SentTransaction =>
  readStoredTransaction(change(JSON.parse(JSON.stringify(toStoredTransaction(sent)))))

describe('a stored transaction', () => {
  it.each(types)('is read as it was written: $type', (sent) => {
    expect(reread(sent)).toEqual(sent)
  })

  it.each(types)('is read also with a long name, symbol, title and image: $type', (sent) => {
    const long = 'x'.repeat(301)
    const longToken = { ...token, name: long, symbol: long, iconUrl: `data:image/png,${'x'.repeat(5_000)}` }
    const longAmount = { ...amount, token: longToken }
    const changed: object = {
      ...sent,
      ...('token' in sent && longAmount),
      ...('pay' in sent && { pay: longAmount, receive: longAmount }),
      ...('title' in sent && { title: long }),
    }
    const { iconUrl: _, ...named } = { ...token, name: long.slice(1), symbol: long.slice(1) }
    const shortAmount = { ...amount, token: named }
    expect(reread(changed as SentTransaction)).toEqual({
      ...sent,
      ...('token' in sent && shortAmount),
      ...('pay' in sent && { pay: shortAmount, receive: shortAmount }),
      ...('title' in sent && { title: long.slice(1) }),
    })
  })

  it('of the site is read as it was written', () => {
    const sent: SentTransaction = { ...transactions.custom, isSentBySite: true }
    expect(reread(sent)).toEqual(sent)
    expect(reread(sent, (stored) => ({ ...stored, isSentBySite: 'yes' }))).toEqual(transactions.custom)
  })

  it('of an earlier version, which has no type, is a transfer', () => {
    const withoutType = (stored: object): object => ({ ...stored, type: undefined })
    expect(reread(transactions.transfer, withoutType)).toEqual(transactions.transfer)
  })

  it.each(types)('cannot be read if a required field is missing or has another type: $type', (sent) => {
    const optional: readonly string[] = ['hash', 'nonce', 'trace']
    const fields = Object.keys(toStoredTransaction(sent)).filter(
      (name) => name !== 'type' && !optional.includes(name) && !(sent.type === 'custom' && name === 'target'),
    )
    expect(fields.length).toBeGreaterThan(3)
    for (const name of fields)
      for (const value of [undefined, null, {}, 'x'.repeat(301)])
        expect(() => reread(sent, (stored) => ({ ...stored, [name]: value })), `${name}: ${value}`).toThrow(TypeError)
  })

  it.each([
    { type: 'bridge' },
    { caipNetworkId: 'fake' },
    { sentAt: 1.5 },
    { amount: '-1' },
    { amount: '0x10' },
    { nonce: 'first' },
    { token: { ...token, decimals: 37 } },
    { token: { ...token, decimals: 1.5 } },
    { token: { ...token, assetId: undefined } },
    { token: { ...token, caipNetworkId: 1 } },
    { token: { ...token, name: null } },
    { token: { ...token, symbol: {} } },
  ])('cannot be read with %o', (change) => {
    expect(() => reread(transactions.transfer, (stored) => ({ ...stored, ...change }))).toThrow(TypeError)
  })
})

it('transactions without a hash have different ids if their time or their receiver differs', () => {
  const { hash: _, ...unsent } = transactions.transfer
  const ids = [unsent, { ...unsent, sentAt: 6 }, { ...unsent, receiver: 'fake-7' }].map((sent) => submissionId(sent))
  expect(new Set(ids).size).toBe(3)
})
