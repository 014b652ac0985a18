import type { SentTransfer } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { nodeOf } from '../../node.test.fixtures.js'
import { TOKEN_PROGRAM } from '../../programs.js'
import { addressOf } from '../../wallet.test.fixtures.js'
import { transferCoins } from '../instructions.js'
import { associatedAccount } from '../sdk.js'
import { type TokenTransfer, transferTokens } from '../token-instructions.js'
import { payer, receiver, stranger, write } from './submit.test.fixtures.js'
import { paysSentAmount } from './verify-changed-transaction.js'

const mint = addressOf(7)
const paid = (bytes: Uint8Array | undefined, token: { readonly address?: string }) => {
  const node = nodeOf({ transaction: async () => bytes })
  return paysSentAmount(node, { address: payer, receiver, amount: 5n, token } as SentTransfer, 'hash')
}

describe('I7: whether a transaction on the chain pays the sent amount', () => {
  const coins = (change: object = {}) => transferCoins({ from: payer, to: receiver, lamports: 5n, ...change })

  it.each([
    ['that transfers the coins', [coins()], true],
    ['that transfers the coins in two parts', [coins({ lamports: 2n }), coins({ lamports: 3n })], true],
    ['with coins of another sender', [coins({ from: stranger })], false],
    ['with coins for another receiver', [coins({ to: stranger })], false],
    ['with fewer coins', [coins({ lamports: 4n })], false],
    ['with the coins twice', [coins(), coins()], false],
    ['without a transfer', [], false],
  ])('is read from a transaction %s', async (_, instructions, isPaid) => {
    expect(await paid(write(...instructions), {})).toBe(isPaid)
  })

  const tokens = async (change: Partial<TokenTransfer> = {}) =>
    transferTokens({
      ...{ program: TOKEN_PROGRAM, from: addressOf(8), mint, owner: payer, amount: 5n, decimals: 6 },
      to: await associatedAccount(receiver, mint, TOKEN_PROGRAM),
      ...change,
    })

  it.each<[string, Partial<TokenTransfer>, boolean]>([
    ['that transfers the tokens', {}, true],
    ['with tokens of another owner', { owner: stranger }, false],
    ['with other tokens', { mint: addressOf(6) }, false],
    ['with tokens for another account', { to: addressOf(5) }, false],
    ['with more tokens', { amount: 6n }, false],
  ])('is read from a transaction %s', async (_, change, isPaid) => {
    expect(await paid(write(await tokens(change)), { address: mint })).toBe(isPaid)
  })

  it('is not known before the node has the transaction, and false for bytes that cannot be decoded', async () => {
    expect(await paid(undefined, {})).toBeUndefined()
    expect(await paid(new Uint8Array(3), {})).toBe(false)
  })
})
