import { base64 } from '@scure/base'
import { CompactSize, OP, RawTx, RawWitness, Transaction } from '@scure/btc-signer'
import { concatBytes, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js'
import { bytesToHex, hexToBytes } from 'viem'
import { sign } from 'viem/accounts'
import { badParams } from '../errors.js'
import type { BitcoinAccount } from './accounts.js'
import type { Key } from './keys.js'

/** Header byte of a compact signature (BIP-137) for a P2WPKH address and recovery id 0. */
const P2WPKH_HEADER = 39

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text)

export type Protocol = 'ECDSA' | 'BIP322'

/** Signature format for an account's messages. Payment address: the requested format, by default ECDSA. Taproot: BIP-322; throws -32602 for ECDSA. */
export function protocolOf({ type }: BitcoinAccount, requested: Protocol | undefined): Protocol {
  if (type === 'payment') return requested ?? 'ECDSA'
  if (requested === 'ECDSA') throw badParams('A taproot address signs messages with BIP322 only.')
  return 'BIP322'
}

/** Signature of a message by an account's key, in base64. */
export async function signMessage(
  key: Key,
  { message, protocol }: { readonly message: string; readonly protocol: Protocol },
): Promise<string> {
  return base64.encode(protocol === 'BIP322' ? signBip322(key, message) : await signEcdsa(key, message))
}

/** Compact signature (BIP-137) of the message with the prefix "Bitcoin Signed Message". */
async function signEcdsa({ privateKey }: Key, message: string): Promise<Uint8Array> {
  const bytes = toBytes(message)
  const prefix = toBytes('\x18Bitcoin Signed Message:\n')
  const hash = sha256x2(concatBytes(prefix, CompactSize.encode(BigInt(bytes.length)), bytes))
  const { r, s, yParity } = await sign({ hash: bytesToHex(hash), privateKey: bytesToHex(privateKey) })
  return concatBytes(Uint8Array.of(P2WPKH_HEADER + (yParity ?? 0)), hexToBytes(r), hexToBytes(s))
}

/** BIP-322 signature in the simple format: the witness of a virtual transaction that commits to the message and cannot be broadcast. */
function signBip322({ privateKey, script, tapInternalKey }: Key, message: string): Uint8Array {
  const hash = tagSchnorr('BIP0322-signed-message', toBytes(message))
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: concatBytes(Uint8Array.of(OP.OP_0, hash.length), hash),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  })
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
  toSign.addInput({
    txid: sha256x2(toSpend).reverse(),
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...(tapInternalKey && { tapInternalKey }),
  })
  toSign.addOutput({ script: Uint8Array.of(OP.RETURN), amount: 0n })
  toSign.signIdx(privateKey, 0)
  toSign.finalize()
  return RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? [])
}
