import { hex } from '@scure/base'
import type { Psbt } from 'bitcoinjs-lib'
import { script } from 'bitcoinjs-lib'
import { BufferReader } from 'bitcoinjs-lib/src/bufferutils'

type Input = Psbt['data']['inputs'][number]

/** Signatures of one input, and additional fields needed to verify them. */
export type InputSignatures = Pick<
  Input,
  'partialSig' | 'tapKeySig' | 'tapScriptSig' | 'redeemScript' | 'witnessScript' | 'tapLeafScript'
>

/** Items of a serialized witness (BIP-141); `undefined` if the bytes end within an item or continue after the last one. */
function readWitness(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  const reader = new BufferReader(bytes)
  try {
    const items = reader.readVector()
    return reader.offset === bytes.length ? items : undefined
  } catch {
    return undefined // truncated
  }
}

const readScript = (bytes: Uint8Array): readonly Uint8Array[] =>
  (script.decompile(bytes) ?? [bytes]).filter((item) => item instanceof Uint8Array)

/** Sizes of a compressed and an uncompressed key, in bytes. */
const KEY_SIZES = [33, 65]
/** Sizes of a Schnorr signature without and with its sighash type, in bytes (BIP-341). */
const SCHNORR_SIZES = [64, 65]

/** Signature of an input that the wallet has finalized. `undefined` unless the input is a single-key or taproot key-path spend. */
function finalizedSignatures({ finalScriptSig, finalScriptWitness }: Input): InputSignatures | undefined {
  const items = finalScriptWitness ? readWitness(finalScriptWitness) : readScript(finalScriptSig ?? new Uint8Array())
  const [signature, pubkey, extra] = items ?? []
  if (!signature || extra) return undefined
  if (pubkey) return KEY_SIZES.includes(pubkey.length) ? { partialSig: [{ pubkey, signature }] } : undefined
  return SCHNORR_SIZES.includes(signature.length) ? { tapKeySig: signature } : undefined
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

/** Signatures of an input that are in `after` but not in `before`, or the signature of a finalized input; `undefined` if there are none. */
export function newSignatures(before: Psbt, after: Psbt, index: number): InputSignatures | undefined {
  const old = before.data.inputs[index]
  const input = after.data.inputs[index]
  if (!old || !input) return undefined
  if (input.finalScriptSig || input.finalScriptWitness) return withScripts(old, input, finalizedSignatures(input))
  const partialSig = input.partialSig?.filter(
    ({ pubkey }) => !old.partialSig?.some((known) => sameBytes(known.pubkey, pubkey)),
  )
  const tapScriptSig = input.tapScriptSig?.filter(
    ({ signature }) => !old.tapScriptSig?.some((known) => sameBytes(known.signature, signature)),
  )
  const added: InputSignatures = {
    ...(partialSig?.length && { partialSig }),
    ...(tapScriptSig?.length && { tapScriptSig }),
    ...(input.tapKeySig && !old.tapKeySig && { tapKeySig: input.tapKeySig }),
  }
  return Object.keys(added).length > 0 ? withScripts(old, input, added) : undefined
}

/** Adds scripts that the site omitted and the wallet supplied. Verification compares them with the hashes in the spent outputs. */
const withScripts = (old: Input, input: Input, added: InputSignatures | undefined): InputSignatures | undefined =>
  added && {
    ...added,
    ...(input.redeemScript && !old.redeemScript && { redeemScript: input.redeemScript }),
    ...(input.witnessScript && !old.witnessScript && { witnessScript: input.witnessScript }),
  }

/** Size of a compressed key, in bytes; hashes are shorter. Longer items may be signatures, or scripts and uncompressed keys. */
const MAX_KEY = 33

const toHexText = (value: unknown): string =>
  value instanceof Uint8Array
    ? hex.encode(value)
    : typeof value === 'object' && value !== null
      ? Object.values(value).map(toHexText).join()
      : ''

/** Whether the wallet added a signature to an input. `false` if it only finalized the input with signatures that the input already had. */
export function isSigned(before: Psbt, after: Psbt, index: number): boolean {
  const {
    partialSig = [],
    tapKeySig,
    tapScriptSig = [],
    finalScriptSig,
    finalScriptWitness,
  } = after.data.inputs[index] ?? {}
  const items = [
    ...[...partialSig, ...tapScriptSig].map(({ signature }) => signature),
    ...(tapKeySig ? [tapKeySig] : []),
    ...[
      ...readScript(finalScriptSig ?? new Uint8Array()),
      ...(finalScriptWitness ? (readWitness(finalScriptWitness) ?? [finalScriptWitness]) : []),
    ].filter((item) => item.length > MAX_KEY),
  ]
  const known = toHexText(before.data.inputs[index])
  return items.some((item) => !known.includes(hex.encode(item)))
}
