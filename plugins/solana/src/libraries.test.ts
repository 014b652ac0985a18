import { ed25519 } from '@noble/curves/ed25519'
import { Transaction, VersionedTransaction } from '@solana/web3.js-1'
import type { WalletAccount } from '@wallet-standard/base'
import { describe, expect, it } from 'vitest'
import { makers } from './libraries.test.fixtures.js'
import { addressOf, createTestWallet, publicKeyOf } from './wallet.test.fixtures.js'

const blockhash = addressOf(99)
const plan = { from: addressOf(1), to: addressOf(2), lamports: 1_500_000_000n, blockhash }

interface Signing {
  signTransaction(input: {
    readonly account: WalletAccount | undefined
    readonly transaction: Uint8Array
  }): Promise<readonly { readonly signedTransaction: Uint8Array }[]>
}

async function sign(transaction: Uint8Array): Promise<Uint8Array> {
  const { wallet } = createTestWallet()
  const { 'standard:connect': connecting, 'solana:signTransaction': signing } = wallet.features as {
    readonly 'standard:connect': { connect(): Promise<unknown> }
    readonly 'solana:signTransaction': Signing
  }
  await connecting.connect()
  const [account] = wallet.accounts
  const [signed] = await signing.signTransaction({ account, transaction })
  return signed?.signedTransaction ?? new Uint8Array()
}

describe('a wallet that takes serialized transactions', () => {
  it.each(Object.entries(makers))(
    'signs a transaction of the builder %s, and web3.js 1.x can parse it',
    async (name, make) => {
      const transaction = make(plan)
      const signed = await sign(transaction)
      expect(signed).toHaveLength(transaction.length)
      expect(ed25519.verify(signed.slice(1, 65), signed.slice(65), publicKeyOf(1))).toBe(true)
      if (name === 'legacy') expect(Transaction.from(signed).verifySignatures()).toBe(true)
      else expect(VersionedTransaction.deserialize(signed).message.recentBlockhash).toBe(blockhash)
    },
  )

  it('refuses a transaction of another signer', async () => {
    await expect(sign(makers.legacy({ ...plan, from: addressOf(3) }))).rejects.toThrow('not a signer')
  })
})
