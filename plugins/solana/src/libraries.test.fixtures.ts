import * as kit from '@solana/kit'
import * as web3v2 from '@solana/web3.js'
import { PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js-1'

interface TransferPlan {
  readonly from: string
  readonly to: string
  readonly lamports: bigint
  readonly blockhash: string
}

type Make = (plan: TransferPlan) => Uint8Array

const SYSTEM_PROGRAM = '11111111111111111111111111111111'

/** The system program's `Transfer`: 2 as u32, lamports as u64, little-endian. */
function transferData(lamports: bigint): Uint8Array {
  const data = new Uint8Array(12)
  new DataView(data.buffer).setUint32(0, 2, true)
  new DataView(data.buffer).setBigUint64(4, lamports, true)
  return data
}

const legacy: Make = ({ from, to, lamports, blockhash }) => {
  const fromPubkey = new PublicKey(from)
  const transfer = SystemProgram.transfer({ fromPubkey, toPubkey: new PublicKey(to), lamports })
  const made = new Transaction({ feePayer: fromPubkey, recentBlockhash: blockhash }).add(transfer)
  return new Uint8Array(made.serialize({ requireAllSignatures: false, verifySignatures: false }))
}

const versioned: Make = ({ from, to, lamports, blockhash }) => {
  const payerKey = new PublicKey(from)
  const instructions = [SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: new PublicKey(to), lamports })]
  const message = new TransactionMessage({ payerKey, recentBlockhash: blockhash, instructions })
  return new VersionedTransaction(message.compileToV0Message()).serialize()
}

const withWeb3v2: Make = ({ from, to, lamports, blockhash }) => {
  const { AccountRole, address, pipe } = web3v2
  const message = pipe(
    web3v2.createTransactionMessage({ version: 0 }),
    (one) => web3v2.setTransactionMessageFeePayer(address(from), one),
    (one) =>
      web3v2.setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: web3v2.blockhash(blockhash), lastValidBlockHeight: 1_000_000n },
        one,
      ),
    (one) =>
      web3v2.appendTransactionMessageInstruction(
        {
          programAddress: address(SYSTEM_PROGRAM),
          accounts: [
            { address: address(from), role: AccountRole.WRITABLE_SIGNER },
            { address: address(to), role: AccountRole.WRITABLE },
          ],
          data: transferData(lamports),
        },
        one,
      ),
  )
  return new Uint8Array(web3v2.getTransactionEncoder().encode(web3v2.compileTransaction(message)))
}

const withKit: Make = ({ from, to, lamports, blockhash }) => {
  const { AccountRole, address, pipe } = kit
  const message = pipe(
    kit.createTransactionMessage({ version: 0 }),
    (one) => kit.setTransactionMessageFeePayer(address(from), one),
    (one) =>
      kit.setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: kit.blockhash(blockhash), lastValidBlockHeight: 1_000_000n },
        one,
      ),
    (one) =>
      kit.appendTransactionMessageInstruction(
        {
          programAddress: address(SYSTEM_PROGRAM),
          accounts: [
            { address: address(from), role: AccountRole.WRITABLE_SIGNER },
            { address: address(to), role: AccountRole.WRITABLE },
          ],
          data: transferData(lamports),
        },
        one,
      ),
  )
  return new Uint8Array(kit.getTransactionEncoder().encode(kit.compileTransaction(message)))
}

/**
 * Builders of an unsigned, serialized transfer, for the libraries that sites use: two for web3.js 1 (`legacy`, `versioned`), and one each for web3.js
 * 2 and Kit.
 */
export const makers = { legacy, versioned, web3v2: withWeb3v2, kit: withKit } as const
