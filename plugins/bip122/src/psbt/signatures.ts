import { hex } from '@scure/base'
import type { Psbt } from 'bitcoinjs-lib'
import { script } from 'bitcoinjs-lib'

type Input = Psbt['data']['inputs'][number]

/** The signatures of one input, and what a wallet may add that is needed to check them. */
export type InputSignatures = Pick<
  Input,
  'partialSig' | 'tapKeySig' | 'tapScriptSig' | 'redeemScript' | 'witnessScript' | 'tapLeafScript'
>

/** The items of a serialised witness. Counts of up to two bytes are read: no more of them are relayed. */
function readWitness(bytes: Uint8Array): readonly Uint8Array[] {
  const [count = 0] = bytes
  const items: Uint8Array[] = []
  for (let at = 1; items.length < count && at < bytes.length; ) {
    const [first = 0, low = 0, high = 0] = bytes.subarray(at)
    const [start, length] = first === 0xfd ? [at + 3, low + 256 * high] : [at + 1, first]
    items.push(bytes.slice(start, start + length))
    at = start + length
  }
  return items
}

const readScript = (bytes: Uint8Array): readonly Uint8Array[] =>
  (script.decompile(bytes) ?? [bytes]).filter((item) => item instanceof Uint8Array)

/** The signature in an input that the wallet has finished: of a single key, or of taproot's key path. */
function finishedSignatures({ finalScriptSig, finalScriptWitness }: Input): InputSignatures | undefined {
  const items = finalScriptWitness ? readWitness(finalScriptWitness) : readScript(finalScriptSig ?? new Uint8Array())
  const [signature, pubkey, more] = items
  if (!signature || more) return undefined
  if (!pubkey) return { tapKeySig: signature }
  return { partialSig: [{ pubkey, signature }] }
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

/** What was signed between two states of a PSBT; `undefined` where nothing was. */
export function newSignatures(before: Psbt, after: Psbt, index: number): InputSignatures | undefined {
  const old = before.data.inputs[index]
  const input = after.data.inputs[index]
  if (!old || !input) return undefined
  if (input.finalScriptSig || input.finalScriptWitness) return withScripts(old, input, finishedSignatures(input))
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

/** Scripts that the site left to the wallet. Their hashes are in the outputs that are spent, so they cannot be others. */
const withScripts = (old: Input, input: Input, added: InputSignatures | undefined): InputSignatures | undefined =>
  added && {
    ...added,
    ...(input.redeemScript && !old.redeemScript && { redeemScript: input.redeemScript }),
    ...(input.witnessScript && !old.witnessScript && { witnessScript: input.witnessScript }),
  }

/** Keys and hashes are no longer; whatever is may be a signature. */
const MAX_KEY = 33

const texts = (value: unknown): string =>
  value instanceof Uint8Array
    ? hex.encode(value)
    : typeof value === 'object' && value !== null
      ? Object.values(value).map(texts).join()
      : ''

/** Whether an input holds a signature that it did not hold before. Finishing one with what was there is none. */
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
      ...readWitness(finalScriptWitness ?? new Uint8Array()),
    ].filter((item) => item.length > MAX_KEY),
  ]
  const known = texts(before.data.inputs[index])
  return items.some((item) => !known.includes(hex.encode(item)))
}
