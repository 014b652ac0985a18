import { base64 } from '@scure/base'
import { Address, OutScript, SigHash, Transaction } from '@scure/btc-signer'
import { getPrevOut } from '@scure/btc-signer/transaction.js'
import { equalBytes } from '@scure/btc-signer/utils.js'
import { badParams } from '../errors.js'
import { accountOf, type BitcoinAccount } from './accounts.js'
import { developmentKeyring, type Key, type Keyring, regtest } from './keys.js'
import type { PsbtRequest } from './requests.js'

/** Input or output of a transaction. */
export interface Coin {
  readonly script: Uint8Array
  readonly amountBase: bigint
  /** Absent if the script has no address, as with `OP_RETURN`. */
  readonly address?: string
  /** Account of the wallet that owns the coin. Absent if the coin does not belong to the wallet. */
  readonly account?: BitcoinAccount
}

interface Input extends Coin {
  /** Sighash type such as `SINGLE_ANYONECANPAY`. Absent for `ALL` and `DEFAULT`. */
  readonly sighash?: string
  /** Account that signs the input. Absent if the wallet is not requested to sign the input. */
  readonly signer?: BitcoinAccount
}

/** Decoded PSBT (BIP-174). */
export interface DecodedPsbt {
  readonly inputs: readonly Input[]
  readonly outputs: readonly Coin[]
  readonly feeBase: bigint
  /** Adds the requested signatures and returns the PSBT in base64. */
  sign(): string
  /** Finalizes the transaction after `sign` and returns the transaction in hex. Throws -32602 if not all inputs are signed. */
  finish(): string
}

const options = { allowUnknownOutputs: true, allowUnknownInputs: true, unknown: 'ignore', lowR: true } as const

/**
 * Decodes a PSBT for signing. Throws -32602 if the PSBT cannot be displayed completely, if the wallet can sign none of its inputs, or if an input to
 * sign is already finalized.
 */
export function readPsbt({ psbt, signInputs }: PsbtRequest, keyring: Keyring = developmentKeyring): DecodedPsbt {
  const transaction = parse(psbt)
  const spent = Array.from({ length: transaction.inputsLength }, (_, at) => toSpent(transaction, at, keyring))
  const outputs = Array.from({ length: transaction.outputsLength }, (_, at) => {
    const { script, amount } = transaction.getOutput(at)
    if (!script || amount === undefined) throw badParams(`Output ${at} has no script or no amount.`)
    return toCoin(script, amount, keyring)
  })
  const feeBase = total(spent) - total(outputs)
  if (feeBase < 0n) throw badParams('The outputs are worth more than the inputs.')
  const signers = signersOf(spent, signInputs, keyring)
  const inputs = spent.map((coin, at): Input => {
    const sighash = sighashOf(transaction, at)
    const signer = signers.get(at)
    return { ...coin, ...(sighash && { sighash }), ...(signer && { signer }) }
  })
  for (const at of signers.keys())
    if (transaction.getInput(at).finalScriptWitness)
      throw badParams(`Input ${at} is already finalized. Do not request its signature.`)
  return {
    inputs,
    outputs,
    feeBase,
    sign() {
      for (const [at, account] of signers) signInput(transaction, at, keyring.keyOf(account))
      return base64.encode(transaction.toPSBT())
    },
    finish() {
      try {
        transaction.finalize()
      } catch (cause) {
        throw Object.assign(badParams('The transaction cannot be sent: not all inputs are signed.'), { cause })
      }
      return transaction.hex
    },
  }
}

const total = (coins: readonly Coin[]): bigint => coins.reduce((sum, { amountBase }) => sum + amountBase, 0n)

function parse(psbt: string): Transaction {
  try {
    return Transaction.fromPSBT(base64.decode(psbt), options)
  } catch (cause) {
    throw Object.assign(badParams('The request is not a PSBT in base64.'), { cause })
  }
}

function toSpent(transaction: Transaction, at: number, keyring: Keyring): Coin {
  try {
    const { script, amount } = getPrevOut(transaction.getInput(at))
    return toCoin(script, amount, keyring)
  } catch (cause) {
    throw Object.assign(badParams(`Input ${at} has no UTXO data, so the fee cannot be shown.`), { cause })
  }
}

function toCoin(script: Uint8Array, amountBase: bigint, { accounts, keyOf }: Keyring): Coin {
  const address = addressOf(script)
  const account = accounts.find((one) => equalBytes(keyOf(one).script, script))
  return { script, amountBase, ...(address && { address }), ...(account && { account }) }
}

function addressOf(script: Uint8Array): string | undefined {
  try {
    return Address(regtest).encode(OutScript.decode(script))
  } catch {
    return undefined // a script without an address is displayed as hex
  }
}

/** Signing account by index of the input. Throws -32602 if a requested input does not belong to the account, or if there is no input to sign. */
function signersOf(
  spent: readonly Coin[],
  requestedInputs: PsbtRequest['signInputs'],
  { accounts }: Keyring,
): ReadonlyMap<number, BitcoinAccount> {
  const own = new Map(spent.flatMap(({ account }, at) => (account ? [[at, account] as const] : [])))
  if (own.size === 0) throw badParams('No input spends from the sandbox wallet.')
  if (!requestedInputs) return own
  const chosen = Object.entries(requestedInputs).flatMap(([address, indexes]) => {
    const account = accountOf(address, accounts)
    return indexes.map((at) => {
      if (own.get(at) !== account) throw badParams(`Input ${at} does not spend from ${address}.`)
      return [at, account] as const
    })
  })
  if (chosen.length === 0) throw badParams('The request has no input to sign.')
  return new Map(chosen)
}

function sighashOf(transaction: Transaction, at: number): string | undefined {
  const { sighashType = SigHash.DEFAULT } = transaction.getInput(at)
  if (sighashType === SigHash.DEFAULT || sighashType === SigHash.ALL) return undefined
  const [name] = Object.entries(SigHash).find(([, value]) => value === sighashType) ?? []
  if (name === undefined) throw badParams(`Input ${at} has an unknown sighash type.`)
  return name
}

function signInput(transaction: Transaction, at: number, { privateKey, tapInternalKey }: Key): void {
  const { sighashType, tapInternalKey: internalKey } = transaction.getInput(at)
  if (tapInternalKey && !internalKey) transaction.updateInput(at, { tapInternalKey })
  const signed = transaction.signIdx(privateKey, at, sighashType === undefined ? undefined : [sighashType])
  if (!signed) throw badParams(`Input ${at} cannot be signed.`)
}
