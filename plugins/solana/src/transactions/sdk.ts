// with ../sdk.ts the only modules that name the SDK: its successor goes in here
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getAddressEncoder,
  getCompiledTransactionMessageDecoder,
  getProgramDerivedAddress,
  getTransactionDecoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/web3.js'
import { WalletModalError } from '@wallet-modal/kernel'
import type { SolanaInstruction, SolanaInstructionAccount } from '../contract.js'
import { ASSOCIATED_TOKEN_PROGRAM } from '../programs.js'

export interface Message {
  readonly payer: string
  readonly blockhash: string
  readonly instructions: readonly SolanaInstruction[]
}

export interface ParsedTransaction extends Message {
  /** What is signed. */
  readonly messageBytes: Uint8Array
  /** 64 bytes of the payer, all 0 where it has not signed. */
  readonly signature: Uint8Array
}

const roleOf = ({ isSigner, isWritable }: SolanaInstructionAccount): AccountRole => {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY
}

/** A transaction without signatures, in the legacy writing, which every wallet can read. */
export function writeTransaction({ payer, blockhash, instructions }: Message): Uint8Array {
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (one) => setTransactionMessageFeePayer(address(payer), one),
    (one) =>
      // how long it lives is no part of the bytes
      setTransactionMessageLifetimeUsingBlockhash({ blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n }, one),
    (one) =>
      appendTransactionMessageInstructions(
        instructions.map(({ program, accounts, data }) => ({
          programAddress: address(program),
          accounts: accounts.map((account) => ({ address: address(account.address), role: roleOf(account) })),
          data,
        })),
        one,
      ),
  )
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)))
}

const unreadable = (cause?: unknown): WalletModalError =>
  new WalletModalError('INVALID_DATA', 'The transaction cannot be read.', { cause })

/** Reads what the bytes say. Throws `INVALID_DATA`, also for accounts that are only pointed to by lookup tables. */
export function readTransaction(bytes: Uint8Array): ParsedTransaction {
  try {
    const { messageBytes, signatures } = getTransactionDecoder().decode(bytes)
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    const { header, staticAccounts, instructions, lifetimeToken } = message
    const writableSigners = header.numSignerAccounts - header.numReadonlySignerAccounts
    const writableOthers = staticAccounts.length - header.numReadonlyNonSignerAccounts
    const accountAt = (at: number): SolanaInstructionAccount => {
      const found = staticAccounts[at]
      if (found === undefined) throw unreadable()
      const isSigner = at < header.numSignerAccounts
      return { address: found, isSigner, isWritable: isSigner ? at < writableSigners : at < writableOthers }
    }
    const payer = accountAt(0).address
    return {
      payer,
      blockhash: lifetimeToken,
      messageBytes: new Uint8Array(messageBytes),
      signature: new Uint8Array(Object.entries(signatures).find(([of]) => of === payer)?.[1] ?? new Uint8Array(64)),
      instructions: instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
        program: accountAt(programAddressIndex).address,
        accounts: accountIndices.map(accountAt),
        data: new Uint8Array(data),
      })),
    }
  } catch (error) {
    throw error instanceof WalletModalError ? error : unreadable(error)
  }
}

/** Where an owner's tokens of a mint are by convention. */
export async function associatedAccount(owner: string, mint: string, tokenProgram: string): Promise<string> {
  const { encode } = getAddressEncoder()
  const [found] = await getProgramDerivedAddress({
    programAddress: address(ASSOCIATED_TOKEN_PROGRAM),
    seeds: [owner, tokenProgram, mint].map((one) => encode(address(one))),
  })
  return found
}
